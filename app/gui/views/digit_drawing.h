#pragma once

#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/digit_table.h"
#include "app/session/session.h"

/// The pictures of the digits view.
namespace texelsort::app {

/// What they show.
struct DigitPicture {
  /// What the present pass has done of a digit's three passes; one pass that does all has moved.
  enum class Phase : std::uint8_t { counted, scanned, moved };
  Phase phase = Phase::counted;
  DigitTable table;
  std::optional<LookBack> status;             ///< of a pass that counts, sums up and moves in one
  std::uint32_t key_bits = 0;                 ///< of all digits, where the table's rows are digits
  std::optional<std::uint64_t> code;          ///< the selected key's, where the table's rows are digits
  std::string_view part = "tile";             ///< what a row stands for
  std::optional<std::vector<KeyMove>> moves;  ///< by place before; of a pass that moves, if the keys are at hand
  std::optional<KeyMove> selected;            ///< the key pointed at or pinned; it stays where it is until it is moved

  /// All digits have been counted before any key is moved: the table's rows are digits, of all keys.
  bool at_once() const { return key_bits > 0; }

  /// The place of the present state where the key from `from` is.
  std::uint64_t place_now(std::uint64_t from) const { return moves ? (*moves)[from].to : from; }
};

/// The height of the two tables in a body of that height.
float digit_tables_height(const Ui& ui, const DigitPicture& picture, float height);

/// Counts at the left, their scan at the right. Pointing at a cell selects a key that it counts.
void draw_digit_tables(const Ui& ui, Session& session, const DigitPicture& picture, const Box& box);

}  // namespace texelsort::app
