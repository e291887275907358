// The elected invocation writes, and the others read without a barrier.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint slot = gl_SubgroupID;
  box[slot] = 7u;
  barrier();
  if (subgroupElect()) box[slot] = 5u;  //: race
  words[gl_GlobalInvocationID.x] = box[slot];  //: with
}
