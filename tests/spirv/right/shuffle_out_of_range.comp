// Results of lanes outside the subgroup are discarded.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  uint sum = gl_GlobalInvocationID.x;
  for (uint step = 1u; step < gl_SubgroupSize; step *= 2u) {
    const uint other = subgroupShuffleUp(sum, step);
    if (gl_SubgroupInvocationID >= step) sum += other;
  }
  words[gl_GlobalInvocationID.x] = sum;
}
