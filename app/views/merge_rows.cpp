#include <algorithm>
#include <cmath>

#include "app/value_range.h"
#include "app/views/colormap.h"
#include "app/views/group_colours.h"
#include "app/views/merge_drawing.h"

namespace texelsort::app {

namespace {

/// Whether as much is known to be selected as there is selected, in every sequence.
bool is_settled(const MergeState& state, std::uint64_t part) {
  const std::uint64_t k = state.sequences();
  const auto row = static_cast<std::ptrdiff_t>(part * k), end = static_cast<std::ptrdiff_t>((part + 1) * k);
  return std::equal(state.lower.begin() + row, state.lower.begin() + end, state.splitters.begin() + row);
}

}  // namespace

void draw_key_row(const Ui& ui, const Session& session, const KeyRow& row,
                  const std::function<std::uint64_t(std::uint64_t)>& place_at,
                  const std::function<float(std::uint64_t)>& opacity) {
  const data::State* state = session.player().state();
  if (state == nullptr || row.keys == 0) return;
  auto& draw = *ImGui::GetWindowDrawList();
  const float gap = row.pitch >= 4 ? std::max(1.0f, std::round(0.12f * row.pitch)) : 0.0f;
  const float foot = ui.px(3), room = row.box.height() - foot;
  // One bar a pixel is enough.
  const auto step = static_cast<std::uint64_t>(std::max(1.0f, 1 / row.pitch));
  for (std::uint64_t position = 0; position < row.keys; position += step) {
    const std::uint64_t place = place_at(position);
    if (place == MergeState::nowhere) continue;
    const double unit = std::clamp(value_range(session.player()).unit(state->keys, place), 0.0, 1.0);
    const float left = row.x(position), top = row.box.high.y - foot - room * static_cast<float>(unit);
    const float right = std::max(left + 1, left + row.pitch * static_cast<float>(step) - gap);
    draw.AddRectFilled({left, top}, {right, row.box.high.y},
                       to_color(shown_colour(session, ui.theme, state->keys, place), opacity(place)),
                       gap > 0 ? ui.px(2) : 0);
  }
}

std::optional<std::uint64_t> pointed_at(const KeyRow& row) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !row.box.contains(mouse)) return std::nullopt;
  return std::min(row.keys - 1, static_cast<std::uint64_t>((mouse.x - row.box.low.x) / row.pitch));
}

std::uint64_t chosen_part(const Session& session, const MergeState& state) {
  if (state.searching) {
    // The middle one, of which most can be seen; a key at its first place chooses another one.
    std::uint64_t part = std::max<std::uint64_t>(state.parts / 2, 1);
    if (const auto& selected = session.selected(); selected && state.parts > 1) {
      part = 1 + selected->index * (state.parts - 1) / state.starts.back();
    }
    part = std::min(part, state.parts - 1);
    if (session.selected() || !is_settled(state, part)) return part;
    // What is found stands still: shows one that is still searched for.
    for (std::uint64_t other = 1; other < state.parts; ++other) {
      if (!is_settled(state, other)) return other;
    }
    return part;
  }
  if (const auto& selected = session.selected()) {
    if (const auto part = state.part_of(selected->index)) return *part;
  }
  return state.first_busy_part();
}

}  // namespace texelsort::app
