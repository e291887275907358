// Encodes keys as unsigned integers of the same order: the counterpart of compute/data/keys/order.h.
//
// Defines: KEY_WORDS 1 or 2 (32-bit words; low word first), KEY_KIND 0 unsigned, 1 signed, 2 float,
// DESCENDING 0 or 1, PAYLOAD 0 or 1.

const uint sign_bit = 0x80000000u;

#if KEY_WORDS == 1

#define Code uint
#define KEY_SWIZZLE r

Code encode(uint raw) {
#if KEY_KIND == 2
  // Flips all bits of a negative float, and only the sign bit of others, so that floats sort as integers.
  uint code = raw ^ ((0u - (raw >> 31u)) | sign_bit);
#elif KEY_KIND == 1
  uint code = raw ^ sign_bit;
#else
  uint code = raw;
#endif
#if DESCENDING
  code = ~code;
#endif
  return code;
}

uint decode(Code code) {
#if DESCENDING
  code = ~code;
#endif
#if KEY_KIND == 2
  return code ^ (((code >> 31u) - 1u) | sign_bit);
#elif KEY_KIND == 1
  return code ^ sign_bit;
#else
  return code;
#endif
}

bool precedes(Code a, Code b) { return a < b; }
Code lesser(Code a, Code b) { return min(a, b); }
Code greater(Code a, Code b) { return max(a, b); }

#else

#define Code uvec2
#define KEY_SWIZZLE rg

Code encode(uvec2 raw) {
#if KEY_KIND == 2
  uint negative = 0u - (raw.y >> 31u);
  uvec2 code = raw ^ uvec2(negative, negative | sign_bit);
#elif KEY_KIND == 1
  uvec2 code = uvec2(raw.x, raw.y ^ sign_bit);
#else
  uvec2 code = raw;
#endif
#if DESCENDING
  code = ~code;
#endif
  return code;
}

uvec2 decode(Code code) {
#if DESCENDING
  code = ~code;
#endif
#if KEY_KIND == 2
  uint negative = (code.y >> 31u) - 1u;
  return code ^ uvec2(negative, negative | sign_bit);
#elif KEY_KIND == 1
  return uvec2(code.x, code.y ^ sign_bit);
#else
  return code;
#endif
}

bool precedes(Code a, Code b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
Code lesser(Code a, Code b) { return precedes(b, a) ? b : a; }
Code greater(Code a, Code b) { return precedes(a, b) ? b : a; }

#endif
