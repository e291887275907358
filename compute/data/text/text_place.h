#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace texelsort::data {

/// Returns whether a byte is a continuation byte of UTF-8.
constexpr bool continues_character(char byte) {
  return (byte & 0xC0) == 0x80;
}

/// Counter that finds the line and column at the end of a text, which is passed in pieces. Both start at 1.
struct TextPlace {
  explicit TextPlace(char line_end) : end(line_end) {}

  void pass(std::string_view piece) {
    const std::size_t last = piece.rfind(end);
    if (last != std::string_view::npos) {
      line += static_cast<std::uint64_t>(std::ranges::count(piece, end));
      column = 1;
      piece.remove_prefix(last + 1);
    }
    column += piece.size() - static_cast<std::uint64_t>(std::ranges::count_if(piece, continues_character));
  }

  char end;  ///< character that ends a line
  std::uint64_t line = 1, column = 1;
};

}  // namespace texelsort::data
