// A workgroup that does not get the lock at once goes without it.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint sum; };
layout(binding = 1) coherent buffer Flags { uint lock; uint missed; };
void main() {
  if (atomicCompSwap(lock, 0u, 1u) == 0u) {
    memoryBarrierBuffer();
    sum += gl_WorkGroupID.x;
    memoryBarrierBuffer();
    atomicExchange(lock, 0u);
  } else {
    atomicAdd(missed, 1u);
  }
}
