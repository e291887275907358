// The last invocation writes past the end of the block.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  words[gl_GlobalInvocationID.x + 1u] = 1u;  //: outside
}
