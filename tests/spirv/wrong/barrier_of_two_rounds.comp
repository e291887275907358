// Some invocations wait in the first round of a loop, others in the second.
#version 460 core
layout(local_size_x = 64) in;
void main() {
  for (uint round = gl_LocalInvocationID.x / 32u; round < 2u; ++round) {
    if (round == 1u) barrier();  //: divergence
  }
}
