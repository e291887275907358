// Maps encoded keys to positions in a WINDOW_BITS-bit depth buffer, like DepthWindow on the host. Needs common/keys.glsl.
uniform uvec2 window_low;    // smallest encoded key of the window, low word first
uniform uint window_shift;   // number of low bits of keys that depths do not represent
const uint window_top = (1u << WINDOW_BITS) - 1u;

#if KEY_WORDS == 1
Code window_base() { return window_low.x; }
uint place_above(Code code) { return min((code - window_low.x) >> window_shift, window_top); }
#else
Code window_base() { return window_low; }
uint place_above(Code code) {
  uvec2 above = code - window_low;
  above.y -= uint(code.x < window_low.x);  // borrow from the high word
  uint shift = window_shift & 31u;
  if (window_shift >= 32u) return min(above.y >> shift, window_top);
  if ((above.y >> shift) != 0u) return window_top;
  uint from_high = shift == 0u ? 0u : above.y << (32u - shift);
  return min((above.x >> shift) | from_high, window_top);
}
#endif

// Returns a key's position in the window: 0 for keys below the window, window_top for keys above it.
uint place(Code code) { return precedes(code, window_base()) ? 0u : place_above(code); }

// Returns the exact depth of a position: a float represents 24 bits. Conversion via int is faster in software.
float depth_of(uint place) { return float(int(place)) * (1.0 / float(1 << WINDOW_BITS)); }
