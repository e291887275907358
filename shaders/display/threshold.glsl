// Whether keys pass the threshold of a selection's present pass. Defines: THRESHOLD if there is one, and with it those of
// common/keys.glsl and DIMMED, what is left of the colour of a key that does not pass.
#ifdef THRESHOLD
#include "common/keys.glsl"
uniform uvec2 threshold;  // as a code, low word first
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
