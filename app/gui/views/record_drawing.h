#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/record_map.h"
#include "app/session/session.h"

/// The memory of records: one panel for the arrays that the sort itself moves and one for the fields, each before and
/// after the pass.
namespace texelsort::app {

/// An array with one word per record, or one word of a structure.
struct RecordColumn {
  enum class Kind : std::uint8_t { key, index, field };
  Kind kind = Kind::field;
  std::uint32_t field = 0;  ///< from 0
  float left = 0;           ///< pixels from the map's left edge
};

/// The records of one panel in one state, one per screen row.
struct MemoryMap {
  Box body;
  std::vector<RecordColumn> columns;
  float column_width = 0;
  bool structures = false;         ///< a record's words are adjacent; otherwise each column is an array
  std::vector<std::uint64_t> who;  ///< record at each position; empty if the array is unused
  const data::Keys* keys = nullptr;
  std::uint64_t first = 0, shown = 0;  ///< visible positions

  float row_height() const { return shown > 0 ? body.height() / static_cast<float>(shown) : 0; }
  /// Returns the middle of a position's row, visible or not.
  float middle(std::uint64_t place) const {
    return body.low.y + row_height() * (static_cast<float>(place) - static_cast<float>(first) + 0.5f);
  }
  bool shows(std::uint64_t place) const { return place >= first && place < first + shown; }
  Box cell(std::size_t column, std::uint64_t place) const;
};

struct RecordPanel {
  std::string title, what;  ///< memory layout, and what the pass moves
  bool moving = false;
  MemoryMap before, after;
  std::vector<RecordMove> moves;  ///< empty if there are no arrows
};

struct RecordPicture {
  std::uint64_t n = 0, shown = 0;
  std::uint32_t hidden_fields = 0;  ///< fields that do not fit
  bool has_before = false;
  std::vector<RecordPanel> panels;
  std::vector<std::uint64_t> selected;  ///< record numbers
};

/// Draws one panel's headings, both maps and the arrows between them.
void draw_record_panel(const Ui& ui, const Session& session, const RecordPicture& picture, const RecordPanel& panel);

}  // namespace texelsort::app
