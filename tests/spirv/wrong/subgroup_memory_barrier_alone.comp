// A memory barrier of the subgroup does not wait for its other invocations.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = 0u;
  barrier();
  box[me] = me;  //: race
  subgroupMemoryBarrierShared();
  words[gl_GlobalInvocationID.x] = box[me ^ 1u];  //: with
}
