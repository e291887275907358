// The loop has more rounds for some invocations.
#version 460 core
layout(local_size_x = 64) in;
void main() {
  for (uint round = 0u; round < 1u + gl_LocalInvocationID.x / 32u; ++round) {  //: with
    barrier();  //: divergence
  }
}
