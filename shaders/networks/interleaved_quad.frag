// One quad for steps whose MIN and MAX regions are too narrow for their own quads. Blocks along AXIS (x or y) are powers of
// two. There, one XOR with a uniform finds the partner, for reversals and shifts, and one bit selects minimum or maximum. Along
// the other axis, the partner is interpolated. DIRECTED: reverses both where the texel has an odd number of the bits of `flip`.
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
