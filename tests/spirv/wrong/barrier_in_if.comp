// Only half of the invocations reach the barrier.
#version 460 core
layout(local_size_x = 64) in;
void main() {
  if (gl_LocalInvocationID.x < 32u) {  //: with
    barrier();  //: divergence
  }
}
