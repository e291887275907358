// No barrier orders a read before the write of another invocation.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  const uint other = words[me ^ 1u];  //: with
  words[me] = other;  //: race
}
