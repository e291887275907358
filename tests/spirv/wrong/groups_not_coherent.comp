// The words that a flag releases are not coherent.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  words[me] = 5u;  //: with
  memoryBarrierBuffer();
  atomicExchange(flags[me], 1u);
  if (atomicAdd(flags[me ^ 1u], 0u) == 1u) {
    memoryBarrierBuffer();
    results[me] = words[me ^ 1u];  //: race
  }
}
