// All invocations write different values to one word of shared memory.
#version 460 core
layout(local_size_x = 64) in;
shared uint total;
void main() {
  total = gl_LocalInvocationID.x;  //: race
}
