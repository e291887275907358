#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/views/record_drawing.h"
#include "compute/algorithms/records/settings.h"
#include "compute/data/keys/records.h"

namespace texelsort::app {

namespace {

/// Limits of the sizes of records, fields and arrows in the picture, in pixels at scale 1.
constexpr float lowest_record = 13, highest_record = 30, narrowest_field = 34, widest_field = 76, least_arrows = 56;
constexpr float array_gap = 6, panel_gap = 40;

using Kind = RecordColumn::Kind;

std::vector<RecordColumn> key_columns(const RecordMap& map) {
  if (!map.has_key_column) return {};
  std::vector<RecordColumn> columns{{Kind::key}};
  if (!map.direct) columns.push_back({Kind::index});
  return columns;
}

std::vector<RecordColumn> row_columns(const RecordMap& map) {
  std::vector<RecordColumn> columns;
  if (map.now.rows.empty()) return columns;
  if (map.shape.layout == data::Layout::by_record) columns.push_back({Kind::key});
  for (std::uint32_t field = 0; field < map.shape.fields; ++field) columns.push_back({Kind::field, field});
  return columns;
}

/// Widths in pixels of the columns and gaps, which are equal in both panels of the records view.
struct FieldWidths {
  float names = 0, column = 0, gap = 0, arrows = 0;
  float maps = 1;  ///< number of memory maps in a panel: 2 if the memory before the pass is shown, too

  float map(std::size_t columns) const {
    return static_cast<float>(columns) * column + static_cast<float>(columns - 1) * gap;
  }
  float panel(std::size_t columns) const { return maps * (names + map(columns)) + arrows; }
};

/// Computes the widths of the columns in all panels. Removes record fields from `rows` for which there is no space.
FieldWidths widths_of(const Ui& ui, const RecordPicture& picture, float room, const std::vector<RecordColumn>& keys,
                      std::vector<RecordColumn>& rows) {
  FieldWidths widths{.maps = picture.has_before ? 2.0f : 1.0f};
  widths.names = text_width(ui.fonts.mono_small, fmt::format("{}", picture.n - 1)) + ui.px(10);
  widths.gap = ui.px(array_gap);
  const auto panels = static_cast<float>((keys.empty() ? 0 : 1) + (rows.empty() ? 0 : 1));
  const float arrows = picture.has_before ? ui.px(least_arrows) : 0.0f;
  const float most = room - panels * (widths.maps * widths.names + arrows) - (panels - 1) * ui.px(panel_gap);
  const auto columns = [&] { return widths.maps * static_cast<float>(keys.size() + rows.size()); };
  const auto needed = [&] { return columns() * (ui.px(narrowest_field) + widths.gap); };
  while (rows.size() > 1 && needed() > most) rows.pop_back();
  widths.column = std::clamp(most / columns() - widths.gap, 4.0f, ui.px(widest_field));
  widths.column = std::floor(widths.column);
  const float left = most - columns() * (widths.column + widths.gap);
  widths.arrows = arrows + std::max(0.0f, left) / panels;
  return widths;
}

std::string structure_text(const RecordMap& map, data::KeyType type) {
  const std::uint32_t fields = map.shape.fields;
  const std::string some = fields == 1 ? "1 field" : fmt::format("{} fields", fields);
  if (map.shape.layout == data::Layout::by_field) {
    return fields == 1 ? "1 field, in one array" : fmt::format("{}, one array per field", some);
  }
  const auto memory = data::record_memory(1, type, map.shape);
  const bool with_key = map.shape.layout == data::Layout::by_record;
  return fmt::format("structures of {}{}, {} bytes each", with_key ? "a key and " : "", some, 4 * memory.row_words);
}

/// Describes in words how the pass moves records, with references to figures of Bandyopadhyay and Sahni.
std::string how_text(const Session& session, const RecordMap& map) {
  if (map.direct) return "fields move with their key";
  const bool columns = map.shape.layout == data::Layout::by_field;
  switch (session.prepared().records().rearrange) {
    case algorithms::Rearrange::gather:
      return columns ? "field by field (figure 4)" : "one structure at a time (figure 5)";
    case algorithms::Rearrange::group:
      return "one group of invocations per record (figure 6)";
    case algorithms::Rearrange::cycle:
      return "in place along the cycles of the permutation";
    case algorithms::Rearrange::transpose:
    case algorithms::Rearrange::by_layout:  // replaced by another when the run was prepared
      break;
  }
  if (map.now.turned && !map.before->turned) return "columns become rows";
  return map.now.turned ? "row by row" : "rows become columns";
}

std::string moved_text(std::uint64_t moved, std::uint64_t n, const char* what) {
  return fmt::format("{} of {} {} move", grouped(moved), grouped(n), what);
}

RecordPanel key_panel(const Session& session, const RecordMap& map) {
  RecordPanel panel;
  panel.title = map.direct ? "Keys" : "Keys with indices";
  panel.before.keys = map.before ? &session.player().before()->keys : nullptr;
  panel.after.keys = &session.player().state()->keys;
  panel.after.who = map.now.keys;
  if (map.before) panel.before.who = map.before->keys;
  if (map.before) panel.moves = record_moves(map.before->keys, map.now.keys);
  const std::uint64_t moved = moved_records(panel.moves);
  panel.moving = moved > 0;
  if (map.now.keys.empty()) {
    panel.what = "keys are still in the records";
  } else if (map.before && map.before->keys.empty()) {
    panel.what = "keys are read from the records";
    panel.moving = true;
  } else if (map.before) {
    panel.what = panel.moving ? moved_text(moved, map.now.keys.size(), map.direct ? "keys" : "pairs") : "no keys move";
  }
  return panel;
}

RecordPanel row_panel(const Session& session, const RecordMap& map) {
  RecordPanel panel;
  panel.title = map.has_key_column ? "Records: " : "";
  panel.title += structure_text(map, session.problem().type());
  const data::Keys& keys = session.problem().keys;
  panel.before.keys = panel.after.keys = &keys;
  const bool rows = map.shape.layout != data::Layout::by_field;
  panel.after.structures = rows || map.now.turned;
  panel.after.who = map.now.rows;
  panel.before.structures = rows || (map.before ? map.before->turned : map.now.turned);
  if (!map.before) return panel;
  panel.before.who = map.before->rows;
  panel.moves = record_moves(map.before->rows, map.now.rows);
  const std::uint64_t moved = moved_records(panel.moves);
  const bool turned = map.now.turned != map.before->turned;
  panel.moving = moved > 0 || turned;
  panel.what = turned         ? how_text(session, map)
               : panel.moving ? moved_text(moved, map.now.rows.size(), "records") + ": " + how_text(session, map)
                              : "no fields move";
  return panel;
}

void place_map(MemoryMap& map, const std::vector<RecordColumn>& columns, const FieldWidths& widths, ImVec2 low,
               float high, const RecordPicture& picture, std::optional<std::uint64_t> chosen) {
  map.columns = columns;
  map.column_width = widths.column;
  // The words of structures have no gaps between them. Centre a structure in the width that separate arrays occupy.
  const float gap = map.structures ? 0 : widths.gap;
  const float slack = 0.5f * (widths.gap - gap) * static_cast<float>(columns.size() - 1);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    map.columns[i].left = slack + static_cast<float>(i) * (widths.column + gap);
  }
  map.body = {low, {low.x + widths.map(columns.size()), high}};
  map.shown = picture.shown;
  std::optional<std::uint64_t> place;
  const auto found = chosen ? std::ranges::find(map.who, *chosen) : map.who.end();
  if (found != map.who.end()) place = static_cast<std::uint64_t>(found - map.who.begin());
  map.first = first_shown(picture.n, picture.shown, place);
}

std::vector<std::uint64_t> selected_records(const Session& session, const RecordMap& map) {
  std::vector<std::uint64_t> records;
  if (!session.selected()) return records;
  records.push_back(map.record_of(session.selected()->index));
  if (session.selected()->partner) records.push_back(map.record_of(*session.selected()->partner));
  return records;
}

/// Lays out the picture of the session's records in an area of the size of `body`. The session must have records.
RecordPicture record_picture(const Ui& ui, const Session& session, const Box& body) {
  const RecordMap& map = *record_map(session.player());
  auto keys = key_columns(map);
  auto rows = row_columns(map);
  RecordPicture picture;
  picture.n = session.problem().n();
  picture.has_before = map.before.has_value();
  RecordPanel of_keys = key_panel(session, map), of_rows = row_panel(session, map);
  std::size_t all = rows.size();
  auto fitting = rows;
  FieldWidths widths = widths_of(ui, picture, body.width(), keys, fitting);
  // In a narrow picture, show only the array that the pass moves, so that its values can be read.
  const bool narrow = fitting.size() < all || widths.column < ui.px(narrowest_field);
  if (narrow && picture.has_before && !keys.empty() && !rows.empty() && of_keys.moving != of_rows.moving) {
    if (of_keys.moving) rows.clear();
    if (of_rows.moving) keys.clear();
    all = rows.size();
    fitting = rows;
    widths = widths_of(ui, picture, body.width(), keys, fitting);
  }
  rows = fitting;
  picture.hidden_fields = static_cast<std::uint32_t>(all - rows.size());
  // A single panel has space for both texts in one line.
  picture.title_lines = picture.has_before && !keys.empty() && !rows.empty() ? 2 : 1;
  const float heads = picture.head_lines() * line_height(ui.fonts.small) + ui.px(17), foot = ui.px(10);
  const float height = std::max(0.0f, body.height() - heads - foot);
  picture.shown = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(height / ui.px(lowest_record)), 1, picture.n);
  const float row = std::min(height / static_cast<float>(picture.shown), ui.px(highest_record));
  const float top = body.low.y + heads, bottom = top + row * static_cast<float>(picture.shown);
  picture.selected = selected_records(session, map);
  std::optional<std::uint64_t> chosen;
  if (session.pinned()) chosen = map.record_of(session.pinned()->index);
  float x = body.low.x;
  const auto place = [&](RecordPanel panel, const std::vector<RecordColumn>& columns) {
    if (columns.empty()) return;
    const float before = x + widths.names;
    const float after =
        picture.has_before ? before + widths.map(columns.size()) + widths.arrows + widths.names : before;
    place_map(panel.before, columns, widths, {before, top}, bottom, picture, chosen);
    place_map(panel.after, columns, widths, {after, top}, bottom, picture, chosen);
    x += widths.panel(columns.size()) + ui.px(panel_gap);
    picture.panels.push_back(std::move(panel));
  };
  place(std::move(of_keys), keys);
  place(std::move(of_rows), rows);
  return picture;
}

/// Returns the reason why the records cannot be drawn, or an empty string if they can.
std::string why_no_records(const Session& session) {
  if (record_map(session.player()) != nullptr) return "";
  if (!session.has_records()) {
    return session.problem().n() == 0 ? "There are no records."
                                      : "These keys have no fields. Choose the payload \"record\".";
  }
  if (session.problem().n() > Player::small_n) {
    return fmt::format("This view draws up to {} records. The input has {}.", grouped(Player::small_n),
                       grouped(session.problem().n()));
  }
  return "The array does not contain exactly the records of the input. The claim of the pass shows the error.";
}

std::string caption_of(const Session& session, const RecordPicture& picture) {
  const auto* record = session.player().record();
  std::string text =
      record == nullptr ? "the input" : fmt::format("{}, {}", record->header.stage, record->header.label);
  text += fmt::format("; {}", data::name(record_map(session.player())->shape.layout));
  if (picture.shown < picture.n) {
    text += fmt::format("; {} of {} records shown", grouped(picture.shown), grouped(picture.n));
  }
  const std::uint32_t fields = record_map(session.player())->shape.fields;
  if (picture.hidden_fields > 0) {
    text += fmt::format("; {} of {} fields shown", fields - picture.hidden_fields, fields);
  }
  return text;
}

/// Selects the key of the record under the mouse, wherever the key is stored.
void select(Session& session, const MemoryMap& map) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !map.body.contains(mouse) || map.who.empty()) return;
  const auto row = std::min(map.shown - 1, static_cast<std::uint64_t>((mouse.y - map.body.low.y) / map.row_height()));
  point_at(session, pair_of(session.player(), record_map(session.player())->place_of(map.who[map.first + row])));
}

void draw_records_diagram(Ui& ui, Session& session, const Box& box) {
  // Lay out the picture first, because the caption depends on which fields are shown.
  const RecordPicture picture = record_picture(ui, session, view_header(ui, box, "", ""));
  const Box body = view_header(ui, box, "Records", caption_of(session, picture));
  if (body.height() < ui.px(110)) return;
  for (const RecordPanel& panel : picture.panels) {
    draw_record_panel(ui, session, picture, panel);
    if (picture.has_before) select(session, panel.before);
    select(session, panel.after);
  }
}

}  // namespace

/// Returns the diagram that shows the memory of records and the moves of the present pass. It applies to all algorithms
/// that sort records.
Diagram records_diagram() {
  return {
      .name = "records",
      .title = "Records",
      .goes_with = [](const Session& session) { return session.has_records() && !session.look.own_picture; },
      .reason = why_no_records,
      .draw = draw_records_diagram,
      .pointing = "Point at a texel, a bar or a record to see its key and its fields in all views. Click to pin it.",
      .alone = true};
}

}  // namespace texelsort::app
