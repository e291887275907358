// Look-back with a separate value that a flag releases, and a bounded wait.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Sums { uint sums[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  sums[me] = me;
  memoryBarrierBuffer();
  atomicExchange(flags[me], 1u);
  uint sum = 0u;
  for (uint back = me; back > 0u; --back) {
    uint wait = 0u;
    while (atomicAdd(flags[back - 1u], 0u) == 0u && wait < 5u) ++wait;
    memoryBarrierBuffer();
    sum += wait < 5u ? sums[back - 1u] : back - 1u;
  }
  results[me] = sum;
}
