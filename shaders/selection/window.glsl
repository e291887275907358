// Position of an encoded key in a depth buffer of WINDOW_BITS bits: the counterpart of DepthWindow. Needs common/keys.glsl.
uniform uvec2 window_low;    // first encoded key of the window, low word first
uniform uint window_shift;   // low bits that the buffer drops
const uint window_top = (1u << WINDOW_BITS) - 1u;

#if KEY_WORDS == 1
Code window_base() { return window_low.x; }
uint place_above(Code code) { return min((code - window_low.x) >> window_shift, window_top); }
#else
Code window_base() { return window_low; }
uint place_above(Code code) {
  uvec2 above = code - window_low;
  above.y -= uint(code.x < window_low.x);  // borrow
  uint shift = window_shift & 31u;
  if (window_shift >= 32u) return min(above.y >> shift, window_top);
  if ((above.y >> shift) != 0u) return window_top;
  uint from_high = shift == 0u ? 0u : above.y << (32u - shift);
  return min((above.x >> shift) | from_high, window_top);
}
#endif

// Returns 0 below the window and window_top above it.
uint place(Code code) { return precedes(code, window_base()) ? 0u : place_above(code); }

// Exact: a float represents 24 bits. Converts via int, which is faster in software.
float depth_of(uint place) { return float(int(place)) * (1.0 / float(1 << WINDOW_BITS)); }
