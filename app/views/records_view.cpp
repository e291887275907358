#include <algorithm>

#include <fmt/format.h>

#include "app/views/record_drawing.h"
#include "app/views/views.h"

namespace texelsort::app {

namespace {

/// Why there is nothing to draw.
std::string missing_text(const Session& session) {
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
  text += fmt::format("; {}", data::name(session.records()->shape.layout));
  if (picture.shown < picture.n) {
    text += fmt::format("; {} of {} records shown", grouped(picture.shown), grouped(picture.n));
  }
  const std::uint32_t fields = session.records()->shape.fields;
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
  const Pair pair = session.pair_of(session.records()->place_of(map.who[map.first + row]));
  session.hover(pair);
  if (ImGui::IsMouseClicked(0)) session.pin(pair);
}

}  // namespace

void records_view(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "records", box, false);
  if (session.records() == nullptr) {
    const Box body = view_header(ui, box, "Records", "");
    draw_text_elided(ui.fonts.body, body.low, ui.theme.dim, missing_text(session), body.width());
    return end_card();
  }
  // The caption says what there is room for.
  const RecordPicture picture = record_picture(ui, session, view_header(ui, box, "", ""));
  const Box body = view_header(ui, box, "Records", caption_of(session, picture));
  if (body.height() >= ui.px(110)) {
    for (const RecordPanel& panel : picture.panels) {
      draw_record_panel(ui, session, picture, panel);
      if (picture.has_before) select(session, panel.before);
      select(session, panel.after);
    }
  }
  end_card();
}

}  // namespace texelsort::app
