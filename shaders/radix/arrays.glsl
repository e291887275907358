// Shared declarations of all radix-sort passes: keys, payload, table of digit counts, digit_of(). Needs common/keys.glsl.
//
// The array consists of columns of column_keys keys. The table has one row per digit, with one element per column. First, an
// element counts the column's keys with the digit. A scan in table order turns it into the target of the first key.
layout(std430, binding = 0) readonly buffer KeysIn { Code keys_in[]; };
layout(std430, binding = 2) writeonly buffer KeysOut { Code keys_out[]; };
#if PAYLOAD
layout(std430, binding = 1) readonly buffer PayloadIn { uint payload_in[]; };
layout(std430, binding = 3) writeonly buffer PayloadOut { uint payload_out[]; };
#endif
#if !defined(DIGIT_BY_DIGIT) || defined(CHOSEN)
layout(std430, binding = 4) buffer Table { uint table[]; };
#endif

uniform uint n;
#if defined(DIGIT_BY_DIGIT) || defined(CHOSEN)
uint shift, bits;  // replace the uniforms of the same name, because the shader decides the digit

void set_digit(uint digit) {
  shift = digit * uint(DIGIT_BITS);
  bits = min(uint(DIGIT_BITS), uint(32 * KEY_WORDS) - shift);
}
#else
uniform uint shift;  // position of the lowest bit of the digit in an encoded key
uniform uint bits;   // bits per digit; the last digit may have fewer than DIGITS values
#endif
uniform uint columns;
uniform uint column_keys;

uint rows() { return 1u << bits; }

uint digit_of(Code key) {
  Code code = encode(key);
  uint mask = rows() - 1u;
#if KEY_WORDS == 1
  return (code >> shift) & mask;
#else
  uint digit = shift < 32u ? code.x >> shift : code.y >> (shift - 32u);
  if (shift < 32u && shift + bits > 32u) digit |= code.y << (32u - shift);
  return digit & mask;
#endif
}

#if defined(CHOSEN) || defined(BLOCK)
// Number of the digit of the prefix, from 0. radix/scan_bins.comp stores it behind the counts.
uint chosen_digit() { return table[uint(ALL_DIGITS)]; }
// True if a pass by the prefix and a pass by blocks sort the keys. Otherwise, each digit has a pass.
bool sorts_by_prefix() { return table[uint(ALL_DIGITS) + 1u] != 0u; }
#endif

uint place_in_table(uint digit, uint column) { return digit * columns + column; }
