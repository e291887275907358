// Tests keys against the threshold of a selection's current pass. Defines: THRESHOLD if there is one, with the defines
// of common/keys.glsl and DIMMED, the brightness of a key that does not pass.
#ifdef THRESHOLD
#include "common/keys.glsl"
uniform uvec2 threshold;  // encoded key, low word first
const float dimmed = DIMMED;

bool passes(uvec2 raw) {
#if KEY_WORDS == 2
  return !precedes(encode(raw), threshold);
#else
  return !precedes(encode(raw.x), threshold.x);
#endif
}
#else
const float dimmed = 1.0;

bool passes(uvec2 raw) { return true; }
#endif
