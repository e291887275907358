// Doubling zero gives zero.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  uint rounds = 0u;
  for (uint n = gl_GlobalInvocationID.x; n < 256u; n *= 2u) ++rounds;  //: endless
  words[gl_GlobalInvocationID.x] = rounds;
}
