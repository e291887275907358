// The writer raises the flag with a plain write.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  words[me] = 5u;
  memoryBarrierBuffer();
  flags[me] = 1u;  //: with
  atomicAdd(flags[me ^ 1u], 0u);  //: race
}
