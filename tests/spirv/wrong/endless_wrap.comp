// An unsigned counter is always at least zero.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  uint sum = 0u;
  for (uint n = 5u; n >= 0u; --n) {  //: endless
    sum += n;
  }
  words[gl_GlobalInvocationID.x] = sum;
}
