// An index past the end of an array of the invocation.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  uint own[8];
  for (uint n = 0u; n < 8u; ++n) own[n] = n;
  words[gl_GlobalInvocationID.x] = own[gl_LocalInvocationID.x / 7u];  //: outside
}
