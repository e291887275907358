// A vector has no fifth component.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const uvec4 own = uvec4(gl_GlobalInvocationID.x);
  words[gl_GlobalInvocationID.x] = (own * 2u)[gl_LocalInvocationID.x / 15u];  //: outside
}
