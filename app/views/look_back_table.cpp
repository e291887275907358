#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/views/digit_grid.h"

namespace texelsort::app {

namespace {

/// A state is told by its hatch too: a frame where nothing is known, lines where a tile has counted itself. Returns
/// what text is to be read on.
ImU32 draw_state(const Ui& ui, const Box& box, TileState state, float share) {
  auto& draw = *ImGui::GetWindowDrawList();
  if (state == TileState::nothing) {
    draw.AddRectFilled(box.low, box.high, ui.theme.raised);
    if (box.height() >= ui.px(8)) draw.AddRect(box.low, box.high, ui.theme.faint);
    return ui.theme.raised;
  }
  const ImU32 color = state == TileState::counted ? ui.theme.maximum : ui.theme.kept;
  const ImU32 back = blend(ui.theme.raised, color, 0.3f + 0.5f * share);
  draw.AddRectFilled(box.low, box.high, back);
  if (state == TileState::counted) draw_hatch(draw, box, true, ui.px(6), ui.px(1.5f), color);
  return back;
}

}  // namespace

ImFont* fitting_font(const Ui& ui, std::uint64_t most, const CellGrid& grid) {
  const std::string longest = fmt::format("{}", most);
  for (ImFont* font : {ui.fonts.mono_large, ui.fonts.mono, ui.fonts.mono_small}) {
    if (text_width(font, longest) + ui.px(4) <= grid.width && line_height(font) <= grid.height + 1) return font;
  }
  return nullptr;
}

void draw_look_back(const Ui& ui, const LookBack& status, const CellGrid& grid, bool written) {
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(status.numbers));
  ImFont* font = written ? fitting_font(ui, most, grid) : nullptr;
  const float gap = std::min(grid.width, grid.height) >= 6 ? 1.0f : 0.0f;
  for (std::uint64_t row = 0; row < grid.rows; ++row) {
    for (std::uint64_t column = 0; column < grid.columns; ++column) {
      const Box cell = grid.cell(row, column);
      const Box filled{cell.low, {cell.high.x - gap, cell.high.y - gap}};
      const TileState state = status.state(row, column);
      const std::uint64_t number = status.number(row, column);
      const double share = static_cast<double>(number) / static_cast<double>(most);
      const ImU32 back = draw_state(ui, filled, state, static_cast<float>(share));
      if (font == nullptr || state == TileState::nothing) continue;
      draw_text_centred(font, {0.5f * (filled.low.x + filled.high.x), 0.5f * (filled.low.y + filled.high.y)},
                        readable_on(glm::vec3(to_vec4(back))), fmt::format("{}", number));
    }
  }
}

void draw_look_back_legend(const Ui& ui, const LookBack& status, ImVec2 at, float width) {
  const float tall = line_height(ui.fonts.small), side = ui.px(13), end = at.x + width;
  const auto text = [&](const std::string& shown) {
    draw_text_elided(ui.fonts.small, at, ui.theme.dim, shown, end - at.x);
    at.x += text_width(ui.fonts.small, shown) + ui.px(12);
  };
  text("look-back status:");
  constexpr std::array names{"nothing yet", "tile counted", "summed up to here"};
  for (std::size_t i = 0; i < names.size() && at.x + side < end; ++i) {
    const auto state = static_cast<TileState>(i);
    const float y = at.y + 0.5f * (tall - side);
    draw_state(ui, {{at.x, y}, {at.x + side, y + side}}, state, 1);
    at.x += side + ui.px(5);
    text(fmt::format("{}: {}", names[i], grouped(status.count(state))));
  }
}

}  // namespace texelsort::app
