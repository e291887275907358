// Tests keys against the threshold of a selection's current pass, if there is one (THRESHOLD). Needs the defines of
// common/keys.glsl. Needs DIMMED, the brightness of keys that fail (0 to 1).
#ifdef THRESHOLD
#include "common/keys.glsl"
uniform uvec2 threshold;  // encoded key of the threshold, low word first
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
