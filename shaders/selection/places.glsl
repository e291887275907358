// Subtracts the smallest encoded key from keys, and extracts the digit of a level. Needs common/keys.glsl and the
// uniforms `lowest`, `shift` and `width`.
const uint keys_a_vector = 4u / uint(KEY_WORDS);

#if KEY_WORDS == 1
Code above_lowest(Code code) { return code - lowest.x; }
Code shifted(Code code, uint by) { return by < 32u ? code >> by : 0u; }
uint low_word(Code code) { return code; }
Code key_of(uvec4 words, uint i) { return words[i]; }
#else
Code above_lowest(Code code) {
  uvec2 above = code - lowest;
  above.y -= uint(code.x < lowest.x);  // borrow from the high word
  return above;
}
Code shifted(Code code, uint by) {
  if (by == 0u) return code;
  if (by >= 64u) return uvec2(0u);
  if (by >= 32u) return uvec2(code.y >> (by - 32u), 0u);
  return uvec2((code.x >> by) | (code.y << (32u - by)), code.y >> by);
}
uint low_word(Code code) { return code.x; }
Code key_of(uvec4 words, uint i) { return i == 0u ? words.xy : words.zw; }
#endif

uint digit_of(Code place) { return low_word(shifted(place, shift)) & ((1u << width) - 1u); }
