#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Digit counts and destinations of a pass of a radix sort, as views show them. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Digit counts and offsets, with one row per tile and one column per digit. Element (row, column) is at row * columns
/// + column.
struct DigitTable {
  std::uint64_t n = 0;
  algorithms::DigitPass pass;
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t tiles_a_row = 1, digits_a_column = 1;  ///< tiles per row and digits per column; above 1 if folded
  std::vector<std::uint64_t> counts;                   ///< number of keys per tile and digit
  std::vector<std::uint64_t>
      offsets;  ///< index after the pass of the first of these keys (folded: first tile and digit); may be empty

  std::uint64_t count(std::uint64_t row, std::uint64_t column) const { return counts[row * columns + column]; }
  std::uint64_t offset(std::uint64_t row, std::uint64_t column) const { return offsets[row * columns + column]; }
  /// Returns the index of a row's first key.
  std::uint64_t row_start(std::uint64_t row) const;
  /// Returns the index, after the pass, of the first key with a column's digits. Returns n for column `columns`.
  std::uint64_t column_start(std::uint64_t column) const { return column < columns ? offset(0, column) : n; }
};

/// Returns the table of a pass. `histogram` and `scan` are tables of the run with one row per digit. They are empty if
/// the run does not have them. If only the scan exists, the counts are differences of neighbouring sums.
DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, std::span<const std::uint64_t> histogram,
                       std::span<const std::uint64_t> scan);

/// Merges neighbouring tiles and digits until the table has at most these numbers of rows and columns.
DigitTable folded(const DigitTable& table, std::uint64_t most_rows, std::uint64_t most_columns);

/// Move of one key in a pass.
struct KeyMove {
  std::uint64_t from = 0, to = 0, digit = 0;
  bool operator==(const KeyMove&) const = default;
};

/// Returns the moves of all keys in a pass, indexed by place before it. Matches the keys of both states; equal keys
/// keep their order. Returns nothing if the two states do not hold the same keys.
std::optional<std::vector<KeyMove>> key_moves(const algorithms::DigitPass& pass, data::Order order,
                                              const data::State& before, const data::State& after);

/// Returns the digit of each key of the present state. Nothing if the present pass processes no digit.
std::optional<KeyGroups> digit_groups(const Player& player);

/// Returns a digit in binary, for example "0110", or in decimal if digits have many bits.
std::string digit_name(std::uint64_t digit, std::uint32_t bits);

/// Keys that move together, because they are in one row and have the digits of one column.
struct KeyStream {
  std::uint64_t from = 0, to = 0, keys = 0;  ///< first index before (if rows are sorted by digit), after; count
  std::uint64_t column = 0;
};

/// Returns the streams of a table row by row. The table must have offsets. In a folded table, the digits of one column
/// count as one digit.
std::vector<KeyStream> key_streams(const DigitTable& table);

/// What a tile has published about one digit for the tiles after it: nothing, its own count, or the sum up to it.
enum class TileState : std::uint8_t { nothing, counted, summed };

/// Decoded table "status" with one row per tile and one column per digit. The upper two bits of each word are the
/// state. The others are a number: the tile's own keys with the digit, or those of the tile and all tiles before it.
struct LookBack {
  static constexpr std::uint32_t number_bits = 30;

  std::uint64_t rows = 0, columns = 0;
  std::vector<TileState> states;
  std::vector<std::uint64_t> numbers;

  TileState state(std::uint64_t row, std::uint64_t column) const { return states[row * columns + column]; }
  std::uint64_t number(std::uint64_t row, std::uint64_t column) const { return numbers[row * columns + column]; }
  std::uint64_t count(TileState state) const;
};

/// Decodes the status words. Throws InternalError if there is not one word per digit and tile, or if a word has an
/// invalid state.
LookBack look_back(const algorithms::DigitPass& pass, std::span<const std::uint64_t> words);

/// Returns the counts and offsets that follow from the status words. They are empty until every tile has published its
/// sum, or if n does not fit into a status word; tiles are then scanned in portions.
DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, const LookBack& status);

/// Returns the status table, folded to the rows and columns of `fold`. A cell has the state of its last tile and digit,
/// and the sum of the numbers of its last tile.
LookBack folded(const LookBack& status, const DigitTable& fold);

/// Returns the histograms of all digits, counted before any key moves: one row per digit from the lowest, one column
/// per value. `histogram` and `scan` have the meaning described at digit_table().
DigitTable digits_at_once(std::uint64_t n, std::uint64_t values, std::span<const std::uint64_t> histogram,
                          std::span<const std::uint64_t> scan);

}  // namespace texelsort::app
