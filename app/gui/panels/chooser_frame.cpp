#include "app/gui/panels/chooser_frame.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace texelsort::app {

namespace {

/// Reason why each algorithm rejects the present problem, which is costly to compute. Empty if the algorithm accepts
/// the problem.
using Refusals = std::map<const algorithms::Algorithm*, std::optional<std::string>>;

}  // namespace

ChoiceMark ChooserFrame::mark_of(const algorithms::Algorithm& algorithm) {
  if (&algorithm == &session.algorithm()) return ChoiceMark::present;
  if (!algorithm.availability(session.device_info(), session.execution()).available) return ChoiceMark::absent;
  auto& refusals = session.player().of_run().keep<Refusals>();
  auto known = refusals.find(&algorithm);
  if (known == refusals.end()) {
    if (std::chrono::steady_clock::now() > enough_) return ChoiceMark::runs;
    known = refusals.emplace(&algorithm, session.refusal_of(algorithm)).first;
  }
  return known->second ? ChoiceMark::refuses : ChoiceMark::runs;
}

std::string ChooserFrame::said_of(const algorithms::Algorithm& algorithm) {
  switch (mark_of(algorithm)) {
    case ChoiceMark::absent:
      return "Cannot run here: " + algorithm.availability(session.device_info(), session.execution()).reason;
    case ChoiceMark::refuses:
      return "Does not accept this input: " + *session.player().of_run().keep<Refusals>().at(&algorithm);
    case ChoiceMark::present:
    case ChoiceMark::runs:
      break;
  }
  return algorithm.info().summary;
}

void ChooserFrame::draw_mark(ChoiceMark mark, ImVec2 middle, float radius) const {
  const float thickness = std::max(1.0f, ui.px(1.5f));
  constexpr int segments = 20;
  switch (mark) {
    case ChoiceMark::present:
      draw_disc(middle, 1.5f * radius, ui.theme.accent, segments);
      draw_verdict(true, middle, 0.7f * radius, ui.theme.on_accent);
      break;
    case ChoiceMark::runs:
      draw_circle(middle, radius, ui.theme.dim, segments, thickness);
      break;
    case ChoiceMark::refuses:
      draw_line({middle.x - radius, middle.y}, {middle.x + radius, middle.y}, ui.theme.dim, thickness);
      break;
    case ChoiceMark::absent:
      draw_verdict(false, middle, radius, ui.theme.faint);
      break;
  }
}

bool ChooserFrame::stop(const ChooserPlace& place, const Box& box, std::string_view name) {
  if (rows_.empty()) begin_row();
  rows_.back().push_back({place, box.middle().x});
  ImGui::PushID(static_cast<int>(place.kind));
  ImGui::PushID(static_cast<int>(place.task));
  ImGui::PushID(place.algorithm);
  ImGui::SetCursorScreenPos(box.low);
  if (ImGui::InvisibleButton("stop", box.size())) clicked_ = place;
  note_item(name);
  ImGui::PopID();
  ImGui::PopID();
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  const float rounding = ImGui::GetStyle().FrameRounding;
  if (hovered) {
    draw_box(box, ui.theme.hovered, rounding);
    pointed_ = place.algorithm;
  }
  if (state.place == place) {
    if (state.has_keys) draw_outline(box.grown(-ui.px(0.5f)), ui.theme.accent, ui.px(2), rounding);
    // Do not count entries in the lower end of the list as visible, because the list fades out there. Scroll before an
    // entry there gets the keyboard focus.
    const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight() - ui.px(44);
    if (!state.brings_into_view) return hovered;
    if (box.low.y < top + names_height || box.high.y > bottom) ImGui::SetScrollHereY(0.7f);
  }
  return hovered;
}

bool ChooserFrame::stop(const algorithms::Algorithm& algorithm, const Box& box) {
  const bool hovered = stop({.algorithm = &algorithm}, box, algorithm.info().id);
  if (hovered) show_tooltip(ui, fmt::format("{}\n{}", algorithm.info().title, said_of(algorithm)));
  return hovered;
}

const algorithms::Algorithm* ChooserFrame::looked_at() const {
  if (pointed_ != nullptr) return pointed_;
  return state.place.kind == ChooserPlace::Kind::algorithm ? state.place.algorithm : nullptr;
}

ChooserPlace ChooserFrame::moved(int right, int down) const {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const auto here = std::ranges::find(rows_[row], state.place, &Stop::place);
    if (here == rows_[row].end()) continue;
    if (right != 0) {
      const auto next = (here - rows_[row].begin()) + right;
      const bool inside = next >= 0 && next < static_cast<std::ptrdiff_t>(rows_[row].size());
      return inside ? rows_[row][static_cast<std::size_t>(next)].place : state.place;
    }
    const auto next = static_cast<std::ptrdiff_t>(row) + down;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(rows_.size())) return state.place;
    const auto& stops = rows_[static_cast<std::size_t>(next)];
    // If the arrow keys move the focus into the row of tasks, select the current task.
    const auto shown =
        std::ranges::find(stops, ChooserPlace{.kind = ChooserPlace::Kind::task, .task = state.task}, &Stop::place);
    if (shown != stops.end()) return shown->place;
    return std::ranges::min_element(stops, {}, [&](const Stop& one) { return std::abs(one.x - here->x); })->place;
  }
  return first_algorithm();
}

ChooserPlace ChooserFrame::first_algorithm() const {
  for (const auto& row : rows_) {
    for (const Stop& one : row) {
      if (one.place.kind == ChooserPlace::Kind::algorithm) return one.place;
    }
  }
  return state.place;
}

bool ChooserFrame::has(const ChooserPlace& place) const {
  return std::ranges::any_of(
      rows_, [&place](const auto& row) { return std::ranges::find(row, place, &Stop::place) != row.end(); });
}

}  // namespace texelsort::app
