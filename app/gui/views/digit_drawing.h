#pragma once

#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/digit_table.h"
#include "app/session/session.h"

/// Functions that draw the digits view of a radix sort.
namespace texelsort::app {

/// Contents of the digits view of a radix sort.
struct DigitPicture {
  /// Last executed pass of the three passes for a digit. A single pass that counts, scans and moves has the phase
  /// `moved`.
  enum class Phase : std::uint8_t { counted, scanned, moved };
  Phase phase = Phase::counted;
  DigitTable table;
  std::optional<LookBack> status;     ///< look-back status, if one pass counts, scans and moves; unset otherwise
  std::uint32_t key_bits = 0;         ///< number of bits of all digits together, if rows are digits; otherwise 0
  std::optional<std::uint64_t> code;  ///< encoding of the selected key, if rows are digits
  std::string_view part = "tile";     ///< word for the part of the array that a row represents
  /// Moves of the keys, indexed by position before the pass; unset if unknown.
  std::optional<std::vector<KeyMove>> moves;
  std::optional<KeyMove> selected;  ///< move of the selected key; before the key moves, the move to its own place

  /// Returns whether a pass counts all digits before any key moves. The rows of the table are then digits instead of
  /// tiles.
  bool at_once() const { return key_bits > 0; }

  /// Returns the present position of the key that was at position `from` before the pass.
  std::uint64_t place_now(std::uint64_t from) const { return moves ? (*moves)[from].to : from; }
};

/// Returns the height in pixels of the two tables of counts and scan, if the whole view has the height `height`.
float digit_tables_height(const Ui& ui, const DigitPicture& picture, float height);

/// Draws the table of counts on the left and the table of their scan on the right. Pointing at a cell selects a key
/// that the cell counts.
void draw_digit_tables(const Ui& ui, Session& session, const DigitPicture& picture, const Box& box);

}  // namespace texelsort::app
