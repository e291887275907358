#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// What a radix sort's pass has counted, and where it sends keys, as views show it. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

/// Tiles as rows and digits as columns; element (row, column) is at row * columns + column.
struct DigitTable {
  std::uint64_t n = 0;
  algorithms::DigitPass pass;
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t tiles_a_row = 1, digits_a_column = 1;  ///< of a table that has been folded
  std::vector<std::uint64_t> counts;                   ///< keys of a tile that have a digit
  std::vector<std::uint64_t>
      offsets;  ///< where the first of them goes; of a fold's first tile and digit; empty before the scan

  std::uint64_t count(std::uint64_t row, std::uint64_t column) const { return counts[row * columns + column]; }
  std::uint64_t offset(std::uint64_t row, std::uint64_t column) const { return offsets[row * columns + column]; }
  /// Where a row's keys begin.
  std::uint64_t row_start(std::uint64_t row) const;
  /// Where keys with a column's digits go; of column `columns`: n.
  std::uint64_t column_start(std::uint64_t column) const { return column < columns ? offset(0, column) : n; }
};

/// `histogram` or `scan`: the run's view, a digit a row; whichever is empty is not there. Counts are the differences of
/// neighbouring sums where only those are left.
DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, std::span<const std::uint64_t> histogram,
                       std::span<const std::uint64_t> scan);

/// The table with as many neighbouring tiles and digits put together as leave at most these numbers of rows and
/// columns.
DigitTable folded(const DigitTable& table, std::uint64_t most_rows, std::uint64_t most_columns);

/// A key on its way through a pass.
struct KeyMove {
  std::uint64_t from = 0, to = 0, digit = 0;
  bool operator==(const KeyMove&) const = default;
};

/// Where each key of the state before a pass stands after it, by place before; found by looking for it, equal keys in
/// their order. Nothing if the keys after the pass are not those before it.
std::optional<std::vector<KeyMove>> key_moves(const algorithms::DigitPass& pass, data::Order order,
                                              const data::State& before, const data::State& after);

/// The digit of each key of the present state; nothing if the present pass is of none.
std::optional<KeyGroups> digit_groups(const Player& player);

/// "0110", or "6" where digits are long.
std::string digit_name(std::uint64_t digit, std::uint32_t bits);

/// Keys of a row that have the digits of a column, on their way.
struct KeyStream {
  std::uint64_t from = 0, to = 0, keys = 0;  ///< first places; `from` as if the row were in order by digit
  std::uint64_t column = 0;
};

/// Row by row. Of a table that has offsets; those of a column that stands for several digits come together as if they
/// were one digit.
std::vector<KeyStream> key_streams(const DigitTable& table);

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

/// What the sums say of counts and places. Those are empty unless every tile knows its sum and all keys together are a
/// number of a status word: of more, tiles are scanned in portions.
DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, const LookBack& status);

/// As folded() does with the table: a cell is as far as the last of its tiles' digits, and its number is the sum of the
/// last tile's.
LookBack folded(const LookBack& status, const DigitTable& fold);

/// All keys counted by each of their digits before any is moved: a digit a row, from the lowest, a value a column.
/// `histogram` or `scan` as for digit_table().
DigitTable digits_at_once(std::uint64_t n, std::uint64_t values, std::span<const std::uint64_t> histogram,
                          std::span<const std::uint64_t> scan);

}  // namespace texelsort::app
