// The length of a runtime array is one more than its last index.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint first[4]; uint words[]; };
void main() {
  if (gl_GlobalInvocationID.x == 0u) words[words.length()] = 1u;  //: outside
}
