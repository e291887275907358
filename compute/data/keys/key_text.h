#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <string>

#include "compute/data/text/charconv_fallback.h"

/// One number to its shortest text that reads back as the same number. Internal to the data layer.
namespace texelsort::data {

/// Longest text of a key: "-2.2250738585072014e-308" has 24 characters.
inline constexpr std::size_t key_text_capacity = 32;

/// The longest text of a key of one type: a sign and one digit more than all numbers of have room for; of floats at
/// most key_text_capacity.
template <typename Key>
inline constexpr std::size_t longest_text =
    std::integral<Key> ? std::numeric_limits<Key>::digits10 + 2 : key_text_capacity;

/// Appends; the sign of a NaN is kept ("-nan"), its other bits are not.
template <typename Key>
void append_text(std::string& out, Key key) {
  char buffer[key_text_capacity];
  const auto end = to_chars(buffer, buffer + sizeof buffer, key).ptr;
  out.append(buffer, end);
}

}  // namespace texelsort::data
