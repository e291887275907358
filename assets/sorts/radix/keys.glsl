// Keys as unsigned integers ("codes") in the same order. A 64-bit key has two words, the low word first.
//
// sort.lua defines KEY_WORDS (1 or 2), KEY_KIND (0: unsigned, 1: signed, 2: float) and DESCENDING (0 or 1).
#if KEY_WORDS == 1
#define Key uint
const Key sign_bit = 0x80000000u;
bool has_sign(Key bits) { return (bits & sign_bit) != 0u; }
#else
#define Key uvec2
const Key sign_bit = uvec2(0u, 0x80000000u);
bool has_sign(Key bits) { return (bits.y & sign_bit.y) != 0u; }
#endif

// Returns the bits that differ between a key and its code.
Key changed_bits(bool negative) {
#if KEY_KIND == 2
  // Order of floats (IEEE 754, totalOrder): flip all bits of negative numbers, and the sign bit of the others.
  return negative ? ~Key(0u) : sign_bit;
#elif KEY_KIND == 1
  return sign_bit;
#else
  return Key(0u);
#endif
}

Key encode(Key key) {
  Key code = key ^ changed_bits(has_sign(key));
  return DESCENDING == 1 ? ~code : code;
}

Key decode(Key code) {
  if (DESCENDING == 1) code = ~code;
  return code ^ changed_bits(!has_sign(code));
}
