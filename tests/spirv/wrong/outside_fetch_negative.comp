// A fetch of the left neighbour of the first texel.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 8) uniform usampler2D texels;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  words[gl_GlobalInvocationID.x] = texelFetch(texels, ivec2(gl_LocalInvocationID.x, 0) - ivec2(1, 0), 0).x;  //: outside
}
