// Copies each texel, to measure the bandwidth of fragment passes.
uniform usampler2D copied_from;
uniform vec2 texel_size;  // reciprocal of the texture's width and height in texels
layout(location = 0) out uvec4 copied;

void main() { copied = texture(copied_from, gl_FragCoord.xy * texel_size); }
