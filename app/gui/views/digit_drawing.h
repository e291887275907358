#pragma once

#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/digit_table.h"
#include "app/session/session.h"

/// Drawing functions of the digits view.
namespace texelsort::app {

/// Data of the digits view.
struct DigitPicture {
  /// The last executed one of a digit's three passes. A single pass that does all three counts as moved.
  enum class Phase : std::uint8_t { counted, scanned, moved };
  Phase phase = Phase::counted;
  DigitTable table;
  std::optional<LookBack> status;             ///< look-back status of a pass that counts, scans and moves at once
  std::uint32_t key_bits = 0;                 ///< number of bits of all digits, if rows are digits
  std::optional<std::uint64_t> code;          ///< encoded selected key, if rows are digits
  std::string_view part = "tile";             ///< name of what a row stands for
  std::optional<std::vector<KeyMove>> moves;  ///< moves by position before the pass; unset if unknown
  std::optional<KeyMove> selected;            ///< move of the selected key; to its own place before it moves

  /// Returns whether all digits are counted before any key is moved. The rows of the table are then digits instead of
  /// tiles.
  bool at_once() const { return key_bits > 0; }

  /// Returns the present position of the key that was at `from` before the pass.
  std::uint64_t place_now(std::uint64_t from) const { return moves ? (*moves)[from].to : from; }
};

/// Returns the height in pixels of the two tables, for the height of the whole body.
float digit_tables_height(const Ui& ui, const DigitPicture& picture, float height);

/// Draws the table of counts at the left and that of their scan at the right. Pointing at a cell selects a key that it
/// counts.
void draw_digit_tables(const Ui& ui, Session& session, const DigitPicture& picture, const Box& box);

}  // namespace texelsort::app
