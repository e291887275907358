// Each case of a switch reaches the barrier another number of times.
#version 460 core
layout(local_size_x = 64) in;
void main() {
  switch (gl_LocalInvocationID.x % 3u) {
    case 0u:
      barrier();  //: divergence
    case 1u:
      barrier();  //: with
    default:
      barrier();
  }
}
