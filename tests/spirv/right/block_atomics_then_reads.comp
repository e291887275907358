// Atomics and plain accesses of one word of a block, each phase after barriers.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) buffer Results { uint results[]; };
void main() {
  const uint group = gl_WorkGroupID.x;
  if (gl_LocalInvocationID.x == 0u) words[group] = 5u;
  memoryBarrierBuffer();
  barrier();
  atomicAdd(words[group], 1u);
  memoryBarrierBuffer();
  barrier();
  results[gl_GlobalInvocationID.x] = words[group];
}
