// The owner of a spin lock may stop while others wait for it.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint sum; };
layout(binding = 1) coherent buffer Flags { uint lock; };
void main() {
  while (atomicCompSwap(lock, 0u, 1u) != 0u) {  //: progress
  }
  memoryBarrierBuffer();
  sum += gl_WorkGroupID.x;
  memoryBarrierBuffer();
  atomicExchange(lock, 0u);
}
