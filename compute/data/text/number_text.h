#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>

#include "compute/data/text/charconv_fallback.h"

/// Parsing of one word as a number. Internal to the data layer.
namespace texelsort::data {

enum class NumberFault : std::uint8_t { none, not_a_number, not_whole, out_of_range };

/// Integer of a text, before a key type is chosen: a sign and an absolute value of 64 bits.
struct WholeNumber {
  std::uint64_t magnitude = 0;
  bool negative = false;
};

/// Parses an integer with an optional sign, which is decimal, hexadecimal (0x) or binary (0b). Returns not_a_number for
/// other texts.
inline NumberFault parse_whole_number(std::string_view word, WholeNumber& number) {
  number.negative = word.starts_with('-');
  if (number.negative || word.starts_with('+')) word.remove_prefix(1);
  int base = 10;
  if (word.starts_with("0x") || word.starts_with("0X")) base = 16;
  if (word.starts_with("0b") || word.starts_with("0B")) base = 2;
  if (base != 10) word.remove_prefix(2);
  const char* const end = word.data() + word.size();
  const auto [stop, error] = from_chars(word.data(), end, number.magnitude, base);
  if (stop != end || error == std::errc::invalid_argument) return NumberFault::not_a_number;
  return error == std::errc{} ? NumberFault::none : NumberFault::out_of_range;
}

/// Returns whether a decimal number is out of range because it rounds to zero. Returns false if the number is too
/// large.
bool is_tiny(std::string_view word);

template <std::floating_point Key>
NumberFault parse_number(std::string_view word, Key& key) {
  std::string_view digits = word;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = from_chars(digits.data(), end, key);
  if (stop == end && error == std::errc{}) return NumberFault::none;
  if (stop == end && error == std::errc::result_out_of_range) {
    if (!is_tiny(digits)) return NumberFault::out_of_range;
    key = digits.starts_with('-') ? -Key{0} : Key{0};
    return NumberFault::none;
  }
  WholeNumber hexadecimal;
  const NumberFault fault = parse_whole_number(word, hexadecimal);
  if (fault == NumberFault::none) {
    const auto magnitude = static_cast<Key>(hexadecimal.magnitude);
    key = hexadecimal.negative ? -magnitude : magnitude;
  }
  return fault;
}

template <std::integral Key>
NumberFault parse_number(std::string_view word, Key& key) {
  WholeNumber number;
  const NumberFault fault = parse_whole_number(word, number);
  if (fault == NumberFault::not_a_number) {
    double real = 0;
    return parse_number(word, real) == NumberFault::not_a_number ? fault : NumberFault::not_whole;
  }
  if (fault != NumberFault::none) return fault;
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Key>::max());
  constexpr std::uint64_t most_negative = std::signed_integral<Key> ? largest + 1 : 0;
  if (number.magnitude > (number.negative ? most_negative : largest)) return NumberFault::out_of_range;
  key = static_cast<Key>(number.negative ? 0 - number.magnitude : number.magnitude);
  return NumberFault::none;
}

}  // namespace texelsort::data
