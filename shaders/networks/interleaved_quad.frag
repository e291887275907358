// Draws one quad for a step whose regions of smaller and of larger keys are too narrow for separate quads. Along AXIS
// (x or y), an XOR with partner_mask gives the partner, and a bit selects minimum or maximum. Along the other axis,
// partners are interpolated. With DIRECTED, odd parity of texel AND `flip` swaps minimum and maximum.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"

noperspective in vec2 own_coordinate, partner_coordinate;
uniform int partner_mask;
uniform int maximum_bit;
#ifdef DIRECTED
#include "common/parity.glsl"
uniform ivec2 flip;
uniform int reversed;

bool is_reversed(ivec2 texel) {
  ivec2 flipped = texel & flip;
  return parity(uint(flipped.x ^ flipped.y ^ reversed)) != 0u;
}
#endif

void main() {
  int place = int(gl_FragCoord.AXIS);
  vec2 there = partner_coordinate;
  there.AXIS = (float(place ^ partner_mask) + 0.5) * texel_size.AXIS;  //: finds
  bool maximum = (place & maximum_bit) != 0;
#ifdef DIRECTED
  maximum = maximum != is_reversed(ivec2(gl_FragCoord.xy));
#endif
  write_kept(maximum, own_coordinate, there);  //: writes maximum=takes_max
}
