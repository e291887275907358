// The plain method: every fragment finds its partner, reads both keys and decides which one it keeps.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "networks/pattern.glsl"

uniform uint log2_width;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint i = (uint(texel.y) << log2_width) + uint(texel.x);
  vec2 chosen = gl_FragCoord.xy;
  Code own = code_at(chosen);

  uint partner;
  bool gets_smaller;
  if (find_partner(i, partner, gets_smaller)) {
    vec2 there = centre(ivec2(partner & ((1u << log2_width) - 1u), partner >> log2_width));
    Code other = code_at(there);
    // Strict on both sides, so that equal keys stay where they are.
    bool take_other = gets_smaller ? precedes(other, own) : precedes(own, other);
    if (take_other) {
      own = other;
      chosen = there;
    }
  }
  write_code(own);
  write_payload_of(chosen);
}
