// Lanes leave a loop with subgroup operations in different rounds.
#version 460 core
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  uint sum = 0u;
  for (uint n = 0u; n < gl_LocalInvocationID.x % 7u; ++n) sum += subgroupAdd(1u);
  words[gl_GlobalInvocationID.x] = sum;
}
