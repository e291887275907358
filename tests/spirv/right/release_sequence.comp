// A counter releases the words of all that counted before.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint done; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  words[gl_WorkGroupID.x] = 5u;
  memoryBarrierBuffer();
  if (atomicAdd(done, 1u) != gl_NumWorkGroups.x - 1u) return;
  memoryBarrierBuffer();
  for (uint n = 0u; n < gl_NumWorkGroups.x; ++n) results[n] = words[n];
}
