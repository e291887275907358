// A function with a barrier is called on two paths.
#version 460 core
layout(local_size_x = 64) in;
void meet() {
  barrier();  //: divergence
}
void main() {
  if (gl_LocalInvocationID.x == 0u) {
    meet();
  } else {
    meet();
  }
}
