// Only the readers execute a memory barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) buffer Results { uint results[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  const bool writes = gl_LocalInvocationID.x < 32u;
  if (writes) {
    words[me] = me;  //: with
  } else {
    memoryBarrierBuffer();
  }
  barrier();
  if (!writes) results[me] = words[me - 32u];  //: race
}
