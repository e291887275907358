// Draws one quad for a step that compares positions at a fixed distance, if separate quads for smaller and larger keys
// would be too narrow. One bit shows whether a position is a lower or a higher end. Positions are indices or, if
// partners differ in only one coordinate, columns or rows (AXIS: x or y).
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"

noperspective in vec2 own_coordinate;
uniform int first;
uniform int length_bit;  // number of successive positions that are lower ends, or higher ends; a power of two
uniform int partner_distance;
uniform int fence_mask;  // positions are partners only if they are equal in these bits
uniform uint places;
uniform int log2_width;

int place_of_fragment() {
#ifdef AXIS
  return int(gl_FragCoord.AXIS);
#else
  return (int(gl_FragCoord.y) << log2_width) + int(gl_FragCoord.x);
#endif
}

vec2 coordinate_of(int place) {
#ifdef AXIS
  vec2 there = own_coordinate;
  there.AXIS = (float(place) + 0.5) * texel_size.AXIS;
  return there;
#else
  return centre(ivec2(place & ((1 << log2_width) - 1), place >> log2_width)) * texel_size;
#endif
}

void main() {
  int place = place_of_fragment();
  bool maximum = ((place - first) & length_bit) != 0;
  int partner = maximum ? place - partner_distance : place + partner_distance;  //: finds maximum=takes_max
  bool exists = uint(partner) < places && ((place ^ partner) & fence_mask) == 0;
  write_kept(maximum, own_coordinate, coordinate_of(exists ? partner : place));  //: writes maximum=takes_max
}
