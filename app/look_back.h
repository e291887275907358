#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/digit_table.h"

/// The look-back status of a radix sort that moves a digit in one pass, as views show it. Knows neither ImGui nor
/// OpenGL.
namespace texelsort::app {

/// What a tile has let the tiles after it know of a digit.
enum class TileState : std::uint8_t { nothing, counted, summed };

/// The view "status", a tile a row and a digit a column: words whose upper two bits are the state and whose others the
/// number, the tile's own keys of the digit or those of it and all tiles before it.
struct LookBack {
  static constexpr std::uint32_t number_bits = 30;

  std::uint64_t rows = 0, columns = 0;
  std::vector<TileState> states;
  std::vector<std::uint64_t> numbers;

  TileState state(std::uint64_t row, std::uint64_t column) const { return states[row * columns + column]; }
  std::uint64_t number(std::uint64_t row, std::uint64_t column) const { return numbers[row * columns + column]; }
  std::uint64_t count(TileState state) const;
};

/// Throws InternalError if it is not a word for every digit of every tile, or a state that there is not.
LookBack look_back(const algorithms::DigitPass& pass, std::span<const std::uint64_t> words);

/// What the sums say of counts and places. Those are empty unless every tile has summed up and all keys together are a
/// number of a status word: of more, tiles sum up in portions.
DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, const LookBack& status);

/// As folded() does with the table: a cell is as far as the last of its tiles' digits, and its number is the sum of the
/// last tile's.
LookBack folded(const LookBack& status, const DigitTable& fold);

/// All keys counted by each of their digits before any is moved: a digit a row, from the lowest, a value a column.
/// `histogram` or `scan` as for digit_table().
DigitTable digits_at_once(std::uint64_t n, std::uint64_t values, std::span<const std::uint64_t> histogram,
                          std::span<const std::uint64_t> scan);

}  // namespace texelsort::app
