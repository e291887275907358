// All wait for the subgroup's barrier before they read the word of the elected lane.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  if (subgroupElect()) box[gl_SubgroupID] = gl_SubgroupID;
  subgroupBarrier();
  words[gl_GlobalInvocationID.x] = box[gl_SubgroupID];
}
