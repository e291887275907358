// The continue statement skips the step of the counter.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  uint n = 0u, sum = 0u;
  while (n < 10u) {  //: endless
    if (n == 7u) continue;
    sum += n++;
  }
  words[gl_GlobalInvocationID.x] = sum;
}
