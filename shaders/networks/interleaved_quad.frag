// One quad for steps whose MIN and MAX regions are too narrow to be quads of their own. Blocks are powers of two, so one XOR with a
// uniform finds the partner, for reversals as for shifts, and one bit of the place tells minimum from maximum.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"

uniform ivec2 partner_mask;
uniform ivec2 maximum_bit;

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 there = here ^ partner_mask;
  Code own = fetch_code(here);
  Code other = fetch_code(there);
  bool maximum = ((here.x & maximum_bit.x) | (here.y & maximum_bit.y)) != 0;
#if KEY_WORDS == 1 && !PAYLOAD
  write_code(maximum ? greater(own, other) : lesser(own, other));
#else
  bool take_other = maximum ? precedes(own, other) : precedes(other, own);
  write_code(take_other ? other : own);
  write_payload_of(take_other ? there : here);
#endif
}
