// For steps that no wide quads make up: fragments find their partner, and those of the other role are dropped. The comparison is still
// the blend equation's.
#include "networks/pattern.glsl"

uniform sampler2D lists_in;
uniform vec2 texel_size;  // 1 / (W, H)
uniform uint log2_width;
uniform uint draw_low;  // 1: low places get their partners, 0: high places do
uniform uint flipped;   // 1: places are counted from the end, so that low is high
layout(location = 0) out vec4 lists_out;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint place = (uint(texel.y) << log2_width) + uint(texel.x);
  uint partner;
  bool is_low;
  if (!find_partner(flipped != 0u ? n - 1u - place : place, partner, is_low)) discard;
  if (is_low != (draw_low != flipped)) discard;
  if (flipped != 0u) partner = n - 1u - partner;
  vec2 there = vec2(partner & ((1u << log2_width) - 1u), partner >> log2_width) + 0.5;
  lists_out = texture(lists_in, there * texel_size);
}
