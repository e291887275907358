// The memory barrier orders shared memory instead of storage blocks.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) buffer Results { uint results[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  words[me] = me;  //: with
  memoryBarrierShared();
  barrier();
  results[me] = words[me ^ 1u];  //: race
}
