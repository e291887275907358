// The arrays, the table of counts, and the digit of a key, for all passes over the keys. MOVE is 1 in passes that
// move the keys.
#include "keys.glsl"
layout(local_size_x = WORKGROUP) in;

layout(std430, binding = 0) readonly buffer KeysIn { Key keys_in[]; };
// One row per digit value, with one number per share: first the count of the digit value in the share. The scan
// replaces it by the sum of the counts of the preceding shares.
layout(std430, binding = 2) buffer Counts { uint counts[]; };
#if MOVE
layout(std430, binding = 6) readonly buffer Totals { uint totals[]; };  // number of keys with each digit value
layout(std430, binding = 1) writeonly buffer KeysOut { Key keys_out[]; };
#if PAYLOAD
layout(std430, binding = 3) readonly buffer PayloadIn { uint payload_in[]; };
layout(std430, binding = 4) writeonly buffer PayloadOut { uint payload_out[]; };
#endif
#endif

uniform uint n;           // number of keys
uniform uint shift;       // position of the lowest bit of the digit in a code
uniform uint bits;        // bits of the digit
uniform uint shares;      // number of shares of the array
uniform uint share_keys;  // keys per share; the last share may have fewer

uint digit_values() { return 1u << bits; }

uint digit_of(Key key) {
  Key code = encode(key);
  uint mask = digit_values() - 1u;
#if KEY_WORDS == 1
  return code >> shift & mask;
#else
  uint digit = shift < 32u ? code.x >> shift : code.y >> (shift - 32u);
  if (shift < 32u && shift + bits > 32u) digit |= code.y << (32u - shift);
  return digit & mask;
#endif
}

uint place_in_counts(uint digit, uint share) { return digit * shares + share; }
