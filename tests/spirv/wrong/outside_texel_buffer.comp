// A fetch past the end of a buffer of texels.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 7) uniform usamplerBuffer line;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  words[gl_GlobalInvocationID.x] = texelFetch(line, int(gl_GlobalInvocationID.x) + 1).x;  //: outside
}
