// Executes network steps for which quads would be too narrow: each fragment computes its partner's position. A draw
// keeps only the fragments that get the smaller key, or only those that get the larger key. Blending compares keys.
#include "networks/pattern.glsl"

uniform sampler2D lists_in;
uniform vec2 texel_size;  // reciprocal of the texture's width and height in texels
uniform uint log2_width;
uniform uint draw_smaller;  // 1: draws positions that get the smaller key; 0: draws positions that get the larger key
uniform uint flipped;       // 1: positions are counted from the end, and comparators are reversed
layout(location = 0) out vec4 lists_out;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint place = (uint(texel.y) << log2_width) + uint(texel.x);
  uint partner;
  bool gets_smaller;
  if (!find_partner(flipped != 0u ? n - 1u - place : place, partner, gets_smaller)) discard;  //: finds
  if (gets_smaller != (draw_smaller != flipped)) discard;
  if (flipped != 0u) partner = n - 1u - partner;
  vec2 there = vec2(partner & ((1u << log2_width) - 1u), partner >> log2_width) + 0.5;
  lists_out = texture(lists_in, there * texel_size);  //: reads, compares, writes BLEND=equation -- the blend equation compares what is read with what is in the target, and keeps one
}
