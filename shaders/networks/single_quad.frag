// The plain method: every fragment finds its partner, reads both keys and decides which one it keeps.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "networks/pattern.glsl"

uniform uint log2_width;

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  uint i = (uint(here.y) << log2_width) + uint(here.x);
  Code own = fetch_code(here);

  uint partner;
  bool is_low;
  ivec2 chosen = here;
  if (find_partner(i, partner, is_low)) {
    ivec2 there = ivec2(partner & ((1u << log2_width) - 1u), partner >> log2_width);
    Code other = fetch_code(there);
    // Strict on both sides, so that equal keys stay where they are.
    bool take_other = is_low ? precedes(other, own) : precedes(own, other);
    if (take_other) {
      own = other;
      chosen = there;
    }
  }
  write_code(own);
  write_payload_of(chosen);
}
