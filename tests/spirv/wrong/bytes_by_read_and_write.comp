// Changing a byte with a plain read and write of its word loses the bytes of others.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  words[me / 4u] |= 1u << 8u * (me % 4u);  //: race
}
