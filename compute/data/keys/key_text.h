#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <string>

#include "compute/data/text/charconv_fallback.h"

/// Formatting of keys as the shortest text that reads back as the same number. Internal to the data layer.
namespace texelsort::data {

/// Buffer size for the text of a key in bytes. The longest text, "-2.2250738585072014e-308", has 24 characters.
inline constexpr std::size_t key_text_capacity = 32;

/// Upper bound of the length of a key's text in bytes: sign and digits for integers, key_text_capacity for floats.
template <typename Key>
inline constexpr std::size_t longest_text =
    std::integral<Key> ? std::numeric_limits<Key>::digits10 + 2 : key_text_capacity;

/// Appends the text of a key. The text of a NaN is "nan" or "-nan", without its other bits.
template <typename Key>
void append_text(std::string& out, Key key) {
  char buffer[key_text_capacity];
  const auto end = to_chars(buffer, buffer + sizeof buffer, key).ptr;
  out.append(buffer, end);
}

}  // namespace texelsort::data
