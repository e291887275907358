// Fetches reach the last texel of each texture.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 8) uniform usampler2D texels;
layout(binding = 7) uniform usamplerBuffer line;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const ivec2 last = textureSize(texels, 0) - 1;
  const uint texel = texelFetch(texels, min(ivec2(gl_GlobalInvocationID.x), last), 0).x;
  words[gl_GlobalInvocationID.x] = texel + texelFetch(line, textureSize(line) - 1).x;
}
