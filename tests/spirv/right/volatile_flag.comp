// Coherent volatile words work as flags.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent volatile buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  words[me] = 5u;
  memoryBarrierBuffer();
  flags[me] = 1u;
  if (flags[me ^ 1u] == 1u) {
    memoryBarrierBuffer();
    results[me] = words[me ^ 1u];
  }
}
