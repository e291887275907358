// Basic method: every fragment computes its partner, reads both keys and decides which of the two to keep.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "networks/pattern.glsl"
#include "networks/texel_index.glsl"

void main() {
  uint i = index_of(ivec2(gl_FragCoord.xy));
  vec2 chosen = gl_FragCoord.xy;
  Code own = code_at(chosen);  //: reads own=own

  uint partner;
  bool gets_smaller;
  if (find_partner(i, partner, gets_smaller)) {  //: finds i=place partner=partner gets_smaller=takes_min
    vec2 there = centre(texel_of(partner));
    Code other = code_at(there);  //: reads other=other
    // Compare strictly for both partners, so that equal keys keep their positions.
    bool take_other = gets_smaller ? precedes(other, own) : precedes(own, other);  //: compares gets_smaller=takes_min own=own other=other
    if (take_other) {
      own = other;
      chosen = there;
    }
  }
  write_code(own);  //: writes own=result
  write_payload_of(chosen);
}
