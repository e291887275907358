// The smaller or the larger of two keys, without deciding which: MINIMUM or MAXIMUM is defined for the whole quad.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"

noperspective in vec2 own_coordinate, partner_coordinate;

void main() {
  Code own = encode(texture(keys_in, own_coordinate).KEY_SWIZZLE);
  Code other = encode(texture(keys_in, partner_coordinate).KEY_SWIZZLE);
#ifdef MINIMUM
  write_code(lesser(own, other));
  bool take_other = precedes(other, own);
#else
  write_code(greater(own, other));
  bool take_other = precedes(own, other);
#endif
#if PAYLOAD
  payload_out = texture(payload_in, take_other ? partner_coordinate : own_coordinate);
#endif
}
