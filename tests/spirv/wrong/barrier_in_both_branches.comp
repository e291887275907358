// Both branches have a barrier, but not the same one.
#version 460 core
layout(local_size_x = 64) in;
void main() {
  if (gl_LocalInvocationID.x % 2u == 0u) {
    barrier();  //: divergence
  } else {
    barrier();  //: with
  }
}
