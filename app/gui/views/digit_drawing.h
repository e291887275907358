#pragma once

#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/digit_table.h"
#include "app/session/session.h"

/// Functions that draw the digits view of a radix sort.
namespace texelsort::app {

/// Data that the digits view of a radix sort draws.
struct DigitPicture {
  /// Step of the sort for a digit that the last executed pass completes. A single pass that counts, scans and moves has
  /// the phase `moved`.
  enum class Phase : std::uint8_t { counted, scanned, moved };
  Phase phase = Phase::counted;
  DigitTable table;
  std::optional<LookBack> status;  ///< status of the look-back; unset unless one pass counts, scans and moves
  std::uint32_t key_bits = 0;      ///< number of bits of all digits together; 0 unless each row of the table is a digit
  std::optional<std::uint64_t> code;  ///< encoded selected key; unset unless each row of the table is a digit
  std::string_view part = "tile";     ///< word for the part of the array that a row of the table counts
  /// Move of each key in the pass, indexed by position before the pass; unset if unknown.
  std::optional<std::vector<KeyMove>> moves;
  /// Move of the selected key; if the pass has not moved it yet, both positions are equal.
  std::optional<KeyMove> selected;

  /// Returns whether a pass counts all digits before any key moves. Each row of the table is then a digit instead of a
  /// tile.
  bool at_once() const { return key_bits > 0; }

  /// Returns the present position of the key that was at position `from` before the pass.
  std::uint64_t place_now(std::uint64_t from) const { return moves ? (*moves)[from].to : from; }
};

/// Returns the height in pixels that the tables of counts and of their scan have in a view of height `height`.
float digit_tables_height(const Ui& ui, const DigitPicture& picture, float height);

/// Returns whether the rows of the tables have space for numbers in a view of height `height`.
bool has_digit_numbers(const Ui& ui, const DigitPicture& picture, float height);

/// Draws two tables: digit counts on the left, and their scan on the right. Pointing at a cell selects a key that the
/// cell counts.
void draw_digit_tables(const Ui& ui, Session& session, const DigitPicture& picture, const Box& box);

}  // namespace texelsort::app
