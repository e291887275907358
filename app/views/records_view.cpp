#include <algorithm>

#include <fmt/format.h>

#include "app/views/diagrams.h"
#include "app/views/record_drawing.h"

namespace texelsort::app {

namespace {

/// Why there is nothing to draw.
std::string why_no_records(const Session& session) {
  if (record_map(session.player()) != nullptr) return "";
  if (!session.has_records()) {
    return session.problem().n() == 0 ? "There are no records."
                                      : "These keys have no fields: records have (payload: record).";
  }
  if (session.problem().n() > Player::small_n) {
    return fmt::format("The memory of up to {} records is drawn; these are {}.", grouped(Player::small_n),
                       grouped(session.problem().n()));
  }
  return "What stands here is no permutation of the input's records: see the pass's claim.";
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

/// The record that the mouse is at is selected by its key, wherever that is.
void select(Session& session, const MemoryMap& map) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !map.body.contains(mouse) || map.who.empty()) return;
  const auto row = std::min(map.shown - 1, static_cast<std::uint64_t>((mouse.y - map.body.low.y) / map.row_height()));
  const Pair pair = session.pair_of(record_map(session.player())->place_of(map.who[map.first + row]));
  session.hover(pair);
  if (ImGui::IsMouseClicked(0)) session.pin(pair);
}

void draw_records_diagram(Ui& ui, Session& session, const Box& box) {
  // The caption says what there is room for.
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

/// The memory of records, and what the present pass moves in it: with any algorithm that sorts them.
Diagram records_diagram() {
  return {
      .name = "records",
      .subject = "records",
      .title = "Records",
      .absent = nullptr,
      .tables = {},
      .goes_with = [](const Session& session) { return session.has_records() && session.look.memory; },
      .reason = why_no_records,
      .draw = draw_records_diagram,
      .pointing = "Point at a texel, a bar or a record to see its key and its fields in all views. Click to pin it.",
      .alone = true};
}

}  // namespace texelsort::app
