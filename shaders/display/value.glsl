// Maps a key's bits to 0 (lowest finite key) to 1 (highest finite key), as a float. Rounds 64-bit keys, so the result
// is for drawing only. KEY_TYPE is the number of the key's data::KeyType (u32, i32, f32, u64, i64, f64).
uniform uvec2 lowest_key;     // bits of the lowest finite key, for integer key types
uniform float lowest_value;   // lowest finite key, for float key types
uniform float inverse_range;  // 1 / (highest key - lowest key), or 0 if all keys are equal

const float no_value = -1.0;  // result of unit_value() for a NaN key

// Largest absolute value drawn, so that differences do not overflow; app/gui/views/key_source.cpp has the same limit.
const float largest_drawn = 1e37;

uvec2 subtract64(uvec2 a, uvec2 b) {
  uint borrow = a.x < b.x ? 1u : 0u;
  return uvec2(a.x - b.x, a.y - b.y - borrow);
}

bool is_nan_f32(uint bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

bool is_nan_f64(uvec2 bits) {
  uint high = bits.y & 0x7fffffffu;
  return high > 0x7ff00000u || (high == 0x7ff00000u && bits.x != 0u);
}

// Converts the bits of a double to a float, rounded towards zero and clamped to [-largest_drawn, largest_drawn].
float narrow_f64(uvec2 bits) {
  int exponent = int((bits.y >> 20) & 0x7ffu) - 1023;
  uint sign_bit = bits.y & 0x80000000u;
  if (exponent > 126) return sign_bit != 0u ? -largest_drawn : largest_drawn;
  if (exponent < -126) return 0.0;
  uint mantissa = ((bits.y & 0xfffffu) << 3) | (bits.x >> 29);
  return uintBitsToFloat(sign_bit | (uint(exponent + 127) << 23) | mantissa);
}

float unit_value(uvec2 key) {
#if KEY_TYPE == 0 || KEY_TYPE == 1
  float above = float(key.x - lowest_key.x);
#elif KEY_TYPE == 3 || KEY_TYPE == 4
  uvec2 difference = subtract64(key, lowest_key);
  float above = float(difference.y) * 4294967296.0 + float(difference.x);
#elif KEY_TYPE == 2
  if (is_nan_f32(key.x)) return no_value;
  float above = clamp(uintBitsToFloat(key.x), -largest_drawn, largest_drawn) - lowest_value;
#else
  if (is_nan_f64(key)) return no_value;
  float above = clamp(narrow_f64(key), -largest_drawn, largest_drawn) - lowest_value;
#endif
  return inverse_range > 0.0 ? clamp(above * inverse_range, 0.0, 1.0) : 0.5;
}
