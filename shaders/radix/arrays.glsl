// What the passes of radix sorts share: keys, payload, the table of digits, and the digit of a key. Needs common/keys.glsl.
//
// The array is cut into columns of column_keys keys. The table has a row for each digit and an element of every row for each column: first
// how many keys of the column have the digit, then, scanned in the table's order, where the first of them goes.
layout(std430, binding = 0) readonly buffer KeysIn { Code keys_in[]; };
layout(std430, binding = 2) writeonly buffer KeysOut { Code keys_out[]; };
#if PAYLOAD
layout(std430, binding = 1) readonly buffer PayloadIn { uint payload_in[]; };
layout(std430, binding = 3) writeonly buffer PayloadOut { uint payload_out[]; };
#endif
#ifndef DIGIT_BY_DIGIT
layout(std430, binding = 4) buffer Table { uint table[]; };
#endif

uniform uint n;
#ifdef DIGIT_BY_DIGIT
uint shift, bits;  // the same, of one digit after the other, without a table
#else
uniform uint shift;  // the digit's lowest bit in a code
uniform uint bits;   // of the digit, of which there are DIGITS or, when it is the last, fewer
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

uint place_in_table(uint digit, uint column) { return digit * columns + column; }
