// An index past the end of an array leads to the next member of the block.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint counts[4]; uint words[]; };
void main() {
  if (gl_GlobalInvocationID.x < 5u) counts[gl_GlobalInvocationID.x] = 1u;  //: outside
}
