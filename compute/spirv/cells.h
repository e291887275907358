#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "compute/spirv/module.h"

/// Numbers in the words of an invocation: a number of up to 32 bits in one word, with zeros above; one of 64 in two.
namespace texelsort::spirv {

/// Element type of 16-bit floats, which are computed as floats.
struct Half {};

/// Returns the float of the same value (IEEE 754 binary16).
inline float float_of_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, fraction = half & 1023;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
  const float value = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                    : std::ldexp(static_cast<float>(fraction + 1024), static_cast<int>(exponent) - 25);
  return sign != 0 ? -value : value;
}

/// Returns the nearest half, ties to even.
inline std::uint16_t half_of_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const float size = std::fabs(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (size >= 65520.0f) return static_cast<std::uint16_t>(sign | 0x7c00u);
  if (size < std::ldexp(1.0f, -14)) {
    return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, 24))));
  }
  int exponent = 0;
  const float fraction = std::frexp(size, &exponent);  // from 0.5 to below 1
  const auto rounded = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(fraction, 11)));
  return static_cast<std::uint16_t>(sign | ((static_cast<std::uint32_t>(exponent + 14) << 10) + (rounded - 1024)));
}

/// Returns the nearest half, ties to even. Rounding to a float first would round twice.
inline std::uint16_t half_of_double(double value) {
  const auto near = static_cast<float>(value);
  if (!std::isfinite(near) || near == value) return half_of_float(near);
  // The last bit of the float, which is far below that of a half, represents all lost bits.
  const std::uint32_t below = std::bit_cast<std::uint32_t>(near) - (std::fabs(near) > std::fabs(value) ? 1 : 0);
  return half_of_float(std::bit_cast<float>(below | 1u));
}

/// Type in which an element is computed.
template <typename T>
using Computed = std::conditional_t<std::is_same_v<T, Half>, float, T>;

template <typename T>
Computed<T> get(const Word* words, Word n) {
  if constexpr (std::is_same_v<T, Half>) {
    return float_of_half(static_cast<std::uint16_t>(words[n]));
  } else if constexpr (sizeof(T) == 8) {
    T value;
    std::memcpy(&value, words + 2 * n, sizeof(T));
    return value;
  } else if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(words[n]);
  } else if constexpr (std::is_same_v<T, bool>) {
    return words[n] != 0;
  } else {
    return static_cast<T>(words[n]);
  }
}

template <typename T, typename V>
void put(Word* words, Word n, V value) {
  if constexpr (std::is_same_v<T, Half> && std::is_same_v<V, double>) {
    words[n] = half_of_double(value);
  } else if constexpr (std::is_same_v<T, Half>) {
    words[n] = half_of_float(static_cast<float>(value));
  } else if constexpr (std::is_same_v<T, bool>) {
    words[n] = value ? 1 : 0;
  } else if constexpr (sizeof(T) == 8) {
    const T number = static_cast<T>(value);
    std::memcpy(words + 2 * n, &number, sizeof(T));
  } else if constexpr (std::is_same_v<T, float>) {
    words[n] = std::bit_cast<Word>(static_cast<float>(value));
  } else {
    words[n] = static_cast<Word>(static_cast<std::make_unsigned_t<T>>(value));
  }
}

/// Calls `f.template operator()<T>()` for the unsigned or signed integer of that width.
template <bool is_signed, typename F>
Handler for_integer(Word bits, const F& f) {
  switch (bits) {
    case 8:
      return f.template operator()<std::conditional_t<is_signed, std::int8_t, std::uint8_t>>();
    case 16:
      return f.template operator()<std::conditional_t<is_signed, std::int16_t, std::uint16_t>>();
    case 64:
      return f.template operator()<std::conditional_t<is_signed, std::int64_t, std::uint64_t>>();
    default:
      return f.template operator()<std::conditional_t<is_signed, std::int32_t, std::uint32_t>>();
  }
}

template <typename F>
Handler for_float(Word bits, const F& f) {
  return bits == 16   ? f.template operator()<Half>()
         : bits == 64 ? f.template operator()<double>()
                      : f.template operator()<float>();
}

/// Type of a number, or of a vector's elements.
inline const Type& number_type(const Module& module, Word type) {
  const Type& whole = module.type(type);
  return whole.kind == Type::Kind::vector ? module.type(whole.element) : whole;
}

}  // namespace texelsort::spirv
