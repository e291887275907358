// Look-back with state and value in one atomic word, and a bounded wait.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) readonly buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint ticket; uint states[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = atomicAdd(ticket, 1u);
  const uint own = words[me] + 1u;
  atomicExchange(states[me], 1u | own << 2);
  uint sum = 0u;
  for (uint back = me, wait = 0u; back > 0u;) {
    const uint state = atomicOr(states[back - 1u], 0u);
    if ((state & 3u) == 0u && ++wait < 5u) continue;
    sum += (state & 3u) != 0u ? state >> 2 : words[back - 1u] + 1u;  // the fallback computes the sum itself
    wait = 0u;
    back = (state & 3u) == 2u ? 0u : back - 1u;
  }
  atomicExchange(states[me], 2u | (sum + own) << 2);
  results[me] = sum;
}
