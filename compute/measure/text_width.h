#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace texelsort::measure {

/// Characters of UTF-8 text: a table's columns are as wide as these, not as the bytes.
inline std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

}  // namespace texelsort::measure
