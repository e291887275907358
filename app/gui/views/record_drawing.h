#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/record_map.h"
#include "app/session/session.h"

/// The picture of records in memory: a panel for the arrays that the sort itself moves, and one for the fields, each
/// before and after the pass.
namespace texelsort::app {

/// An array of one word a record, or one word of a structure.
struct RecordColumn {
  enum class Kind : std::uint8_t { key, index, field };
  Kind kind = Kind::field;
  std::uint32_t field = 0;  ///< from 0
  float left = 0;           ///< pixels from the map's left edge
};

/// The records of one panel in one state, a record a row of the screen.
struct MemoryMap {
  Box body;
  std::vector<RecordColumn> columns;
  float column_width = 0;
  bool structures = false;         ///< a record's words stand side by side; otherwise each column by itself
  std::vector<std::uint64_t> who;  ///< the record at each place; empty: nothing stands there
  const data::Keys* keys = nullptr;
  std::uint64_t first = 0, shown = 0;  ///< places on the screen

  float row_height() const { return shown > 0 ? body.height() / static_cast<float>(shown) : 0; }
  /// The middle of a place's row, on the screen or not.
  float middle(std::uint64_t place) const {
    return body.low.y + row_height() * (static_cast<float>(place) - static_cast<float>(first) + 0.5f);
  }
  bool shows(std::uint64_t place) const { return place >= first && place < first + shown; }
  Box cell(std::size_t column, std::uint64_t place) const;
};

struct RecordPanel {
  std::string title, what;  ///< how the memory is laid out, and what the pass moves of it
  bool moving = false;
  MemoryMap before, after;
  std::vector<RecordMove> moves;  ///< none: nothing to draw arrows for
};

struct RecordPicture {
  std::uint64_t n = 0, shown = 0;
  std::uint32_t hidden_fields = 0;  ///< for which there is no room
  bool has_before = false;
  std::vector<RecordPanel> panels;
  std::vector<std::uint64_t> selected;  ///< records
};

/// One panel's heads, both maps and the arrows between.
void draw_record_panel(const Ui& ui, const Session& session, const RecordPicture& picture, const RecordPanel& panel);

}  // namespace texelsort::app
