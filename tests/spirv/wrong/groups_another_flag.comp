// The reader polls another flag than the one that releases the word.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  atomicExchange(flags[me + 8u], 1u);
  words[me] = 5u;  //: with
  memoryBarrierBuffer();
  atomicExchange(flags[me], 1u);
  if (atomicAdd(flags[(me ^ 1u) + 8u], 0u) == 1u) {
    memoryBarrierBuffer();
    results[me] = words[me ^ 1u];  //: race
  }
}
