// The last invocation of all reads the words of the others.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint done; };
layout(binding = 2) buffer Results { uint sum; };
void main() {
  const uint count = 64u * gl_NumWorkGroups.x;
  words[gl_GlobalInvocationID.x] = 1u;
  memoryBarrierBuffer();
  if (atomicAdd(done, 1u) != count - 1u) return;
  memoryBarrierBuffer();
  uint total = 0u;
  for (uint n = 0u; n < count; ++n) total += words[n];
  sum = total;
}
