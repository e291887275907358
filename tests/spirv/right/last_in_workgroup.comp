// The last invocation of a workgroup that has written, by a counter in a block.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint done[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  words[gl_GlobalInvocationID.x] = 1u;
  memoryBarrierBuffer();
  if (atomicAdd(done[gl_WorkGroupID.x], 1u) != 63u) return;
  memoryBarrierBuffer();
  uint sum = 0u;
  for (uint n = 0u; n < 64u; ++n) sum += words[64u * gl_WorkGroupID.x + n];
  results[gl_WorkGroupID.x] = sum;
}
