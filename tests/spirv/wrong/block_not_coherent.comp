// Without the qualifier coherent, other invocations need not see a write.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 1) buffer Results { uint results[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  words[me] = me;  //: with
  memoryBarrierBuffer();
  barrier();
  results[me] = words[me ^ 1u];  //: race
}
