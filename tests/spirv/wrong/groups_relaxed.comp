// Atomics without any memory barrier order no other words.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  words[me] = 5u;  //: with
  atomicAdd(flags[0], 1u << me);
  if ((atomicOr(flags[0], 0u) & 1u << (me ^ 1u)) != 0u) {
    results[me] = words[me ^ 1u];  //: race
  }
}
