// Some invocations leave the loop before its barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  for (uint round = 0u; round < 4u; ++round) {
    if (me % 64u == 63u && round == 2u) break;
    barrier();  //: divergence
  }
  words[me] = me;  //: with
}
