// Writes one texel per bar: lowest and highest value of its keys, and the fraction of keys that pass (each 0 to 1).
// REORDERED: the keys are at the places where they were before the pass.
#include "display/source.glsl"
#include "display/value.glsl"
#include "display/threshold.glsl"

uniform uint count;  // number of keys
uniform uint bars;   // number of bars, 1 to count

#ifdef REORDERED
#include "display/moves.glsl"
#endif

const uint most_samples = 64u;

out vec4 range;

// Returns the index of a bar's first key: bar * count / bars, computed without 64-bit arithmetic.
uint first_key(uint bar) { return bar * (count / bars) + bar * (count % bars) / bars; }

void main() {
  uint bar = uint(gl_FragCoord.x);
  uint first = first_key(bar);
  uint keys = first_key(bar + 1u) - first;
  uint samples = min(keys, most_samples);
  float low = 2.0;
  float high = -1.0;
  uint passing = 0u;
  for (uint s = 0u; s < samples; ++s) {
    uint offset = samples == keys ? s : s * (keys / samples) + s * (keys % samples) / samples;
    uint place = first + offset;
#ifdef REORDERED
    place = move_word(place);
#endif
    uvec2 key = fetch_key(place);
    if (passes(key)) ++passing;
    float unit = unit_value(key);
    if (unit < 0.0) unit = 1.0;  // a NaN is drawn as the largest value, because most NaNs sort above all numbers
    low = min(low, unit);
    high = max(high, unit);
  }
  range = vec4(low, high, float(passing) / float(samples), 0.0);
}
