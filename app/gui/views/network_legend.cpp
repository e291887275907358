#include "app/gui/views/network_layout.h"

namespace texelsort::app {

void draw_network_legend(const Ui& ui, const Box& box) {
  const float y = box.low.y + ui.px(12) + 0.5f * line_height(ui.fonts.title) + ui.px(1);
  float x = header_end(ui, box);
  const auto entry = [&](const char* name, auto&& mark, float width) {
    x -= text_width(ui.fonts.small, name);
    draw_text(ui.fonts.small, {x, y - 0.5f * line_height(ui.fonts.small)}, ui.theme.dim, name);
    x -= ui.px(6) + width;
    mark(ImVec2{x, y}, width);
    x -= ui.px(16);
  };
  entry(
      "kept",
      [&](ImVec2 p, float w) {
        draw_dashed(p, {p.x + w, p.y}, ui.px(4), ui.px(2.25f), ui.theme.kept);
      },
      ui.px(20));
  entry(
      "swapped",
      [&](ImVec2 p, float w) {
        draw_line(p, {p.x + w, p.y}, ui.theme.swapped, ui.px(2.25f));
        draw_exchange_mark(true, {p.x + 0.5f * w, p.y}, ui.px(4), ui.theme.swapped);
      },
      ui.px(20));
  entry(
      "larger key",
      [&](ImVec2 p, float w) {
        draw_box({{p.x, p.y - 0.5f * w}, {p.x + w, p.y + 0.5f * w}}, ui.theme.maximum);
      },
      ui.px(9));
  entry(
      "smaller key",
      [&](ImVec2 p, float w) {
        draw_disc({p.x + 0.5f * w, p.y}, 0.5f * w, ui.theme.minimum, 16);
      },
      ui.px(10));
}

}  // namespace texelsort::app
