#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Digit counts and destinations in a pass of a radix sort, as data for views. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Digit counts and offsets in a pass of a radix sort. Rows are tiles, and columns are digits. Element (row, column)
/// has the index row * columns + column.
struct DigitTable {
  std::uint64_t n = 0;
  algorithms::DigitPass pass;
  std::uint64_t rows = 0, columns = 0;
  /// Number of tiles that each row represents, and number of digits that each column represents. Both are 1 unless the
  /// table is folded.
  std::uint64_t tiles_a_row = 1, digits_a_column = 1;
  std::vector<std::uint64_t> counts;  ///< number of keys for each row and column
  std::vector<std::uint64_t>
      offsets;  ///< array index, after the pass, of the first key in this row and column; empty before the scan

  std::uint64_t count(std::uint64_t row, std::uint64_t column) const { return counts[row * columns + column]; }
  std::uint64_t offset(std::uint64_t row, std::uint64_t column) const { return offsets[row * columns + column]; }
  /// Returns the array index, before the pass, of the first key in the tiles of a row.
  std::uint64_t row_start(std::uint64_t row) const;
  /// Returns the array index, after the pass, of the first key whose digit belongs to a column. Returns n if `column`
  /// equals `columns`.
  std::uint64_t column_start(std::uint64_t column) const { return column < columns ? offset(0, column) : n; }
};

/// Returns the digit table of a pass. `histogram` and `scan` are the run's tables of counts and of their prefix sums,
/// with one row per digit. An empty table does not exist. Without a histogram, the counts are differences of
/// neighbouring sums.
DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, std::span<const std::uint64_t> histogram,
                       std::span<const std::uint64_t> scan);

/// Folds a table: merges neighbouring tiles and digits until it has at most `most_rows` rows and `most_columns`
/// columns.
DigitTable folded(const DigitTable& table, std::uint64_t most_rows, std::uint64_t most_columns);

/// Move of one key in a pass, as indices before and after the pass.
struct KeyMove {
  std::uint64_t from = 0, to = 0, digit = 0;
  bool operator==(const KeyMove&) const = default;
};

/// Returns the moves of all keys in a pass, indexed by the key's place before the pass. Equal keys keep their order.
/// Returns nothing if the states before and after do not contain the same keys.
std::optional<std::vector<KeyMove>> key_moves(const algorithms::DigitPass& pass, data::Order order,
                                              const data::State& before, const data::State& after);

/// Returns the digit of each key of the present state, or nothing if the present pass processes no digit.
std::optional<KeyGroups> digit_groups(const Player& player);

/// Returns a digit in binary, for example "0110". Returns a digit of many bits in decimal.
std::string digit_name(std::uint64_t digit, std::uint32_t bits);

/// Keys that are in the same row and column of a digit table. The pass moves them together.
struct KeyStream {
  /// First array index before the pass, if each row is sorted by digit. First array index after the pass. Number of
  /// keys.
  std::uint64_t from = 0, to = 0, keys = 0;
  std::uint64_t column = 0;
};

/// Returns the key streams of a digit table, row by row. The table must have offsets. If it is folded, the digits of a
/// column count as one.
std::vector<KeyStream> key_streams(const DigitTable& table);

/// State of a tile in a look-back, for one digit. It has published nothing, the count of its own keys, or the sum of
/// all tiles up to it.
enum class TileState : std::uint8_t { nothing, counted, summed };

/// Decoded status words of a decoupled look-back, with one row per tile and one column per digit. The upper two bits of
/// a word are the tile's state. The lower 30 bits are a number of keys with the digit: in this tile, or in all tiles up
/// to it.
struct LookBack {
  static constexpr std::uint32_t number_bits = 30;

  std::uint64_t rows = 0, columns = 0;
  std::vector<TileState> states;
  std::vector<std::uint64_t> numbers;

  TileState state(std::uint64_t row, std::uint64_t column) const { return states[row * columns + column]; }
  std::uint64_t number(std::uint64_t row, std::uint64_t column) const { return numbers[row * columns + column]; }
  std::uint64_t count(TileState state) const;
};

/// Decodes the words of a status table. Throws InternalError unless there is one word per digit and tile, and if a word
/// has an invalid state.
LookBack look_back(const algorithms::DigitPass& pass, std::span<const std::uint64_t> words);

/// Returns the digit table that results from the status words of a look-back. It has no counts and offsets until every
/// tile has published its sum. It has none either if n exceeds a status word, because tiles are then scanned in
/// portions.
DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, const LookBack& status);

/// Merges rows and columns of a status table in the same way as those of the digit table `fold`. A merged cell has the
/// state of its last tile and digit. Its number is the sum of the last tile's numbers.
LookBack folded(const LookBack& status, const DigitTable& fold);

/// Returns the histograms of all digits, for sorts that count all digits before any key moves. Rows are digits, the
/// lowest first, and columns are their values. digit_table() explains `histogram` and `scan`.
DigitTable digits_at_once(std::uint64_t n, std::uint64_t values, std::span<const std::uint64_t> histogram,
                          std::span<const std::uint64_t> scan);

}  // namespace texelsort::app
