#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/record_map.h"
#include "app/session/session.h"

/// Functions that draw the memory of records. One panel shows the arrays that the sort itself moves, another panel
/// shows the record fields. Each panel shows the memory before and after the pass.
namespace texelsort::app {

/// A column in the picture of memory. It is an array with one word per record, or the same word of every structure.
struct RecordColumn {
  enum class Kind : std::uint8_t { key, index, field };
  Kind kind = Kind::field;
  std::uint32_t field = 0;  ///< index of the field in the record, from 0
  float left = 0;           ///< distance in pixels from the left edge of the memory map
};

/// Picture of the records in memory, in one state. Each row of the picture is one record.
struct MemoryMap {
  Box body;
  std::vector<RecordColumn> columns;
  float column_width = 0;
  /// True if the words of a record are adjacent in memory; false if each column is a separate array.
  bool structures = false;
  /// Number of the record at each position; empty if the sort does not use this memory.
  std::vector<std::uint64_t> who;
  const data::Keys* keys = nullptr;
  std::uint64_t first = 0, shown = 0;  ///< first visible position, and number of visible positions

  float row_height() const { return shown > 0 ? body.height() / static_cast<float>(shown) : 0; }
  /// Returns the y in pixels of the middle of the row at a position, even if the row is not visible.
  float middle(std::uint64_t place) const {
    return body.low.y + row_height() * (static_cast<float>(place) - static_cast<float>(first) + 0.5f);
  }
  bool shows(std::uint64_t place) const { return place >= first && place < first + shown; }
  Box cell(std::size_t column, std::uint64_t place) const;
};

struct RecordPanel {
  std::string title, what;  ///< name of the memory layout, and description of the moved data, for the heading
  bool moving = false;
  MemoryMap before, after;
  std::vector<RecordMove> moves;  ///< moves of records in the pass, drawn as arrows; empty if no record moves
};

struct RecordPicture {
  std::uint64_t n = 0, shown = 0;
  std::uint32_t hidden_fields = 0;  ///< number of fields per record for which there is no space
  bool has_before = false;
  std::uint32_t title_lines = 1;  ///< number of lines of the titles of panels
  std::vector<RecordPanel> panels;
  std::vector<std::uint64_t> selected;  ///< numbers of the records that the user has selected

  /// Returns the number of lines above the memory: titles, "before" and "after" if both are shown, names of columns.
  float head_lines() const { return static_cast<float>(title_lines + (has_before ? 2 : 1)); }
};

/// Draws one panel of the memory of records: headings, memory before and after the pass, and arrows for the moves.
void draw_record_panel(const Ui& ui, const Session& session, const RecordPicture& picture, const RecordPanel& panel);

}  // namespace texelsort::app
