#include "app/gui/views/network_layout.h"

namespace texelsort::app {

void draw_network_legend(const Ui& ui, ImVec2 right, bool narrow) {
  float x = right.x;
  const float y = right.y;
  const auto entry = [&](const char* name, auto&& mark, float width) {
    x -= text_width(ui.fonts.small, name);
    draw_text(ui.fonts.small, {x, y - 0.5f * line_height(ui.fonts.small)}, ui.theme.dim, name);
    x -= ui.px(narrow ? 4.0f : 6.0f) + width;
    mark(ImVec2{x, y}, width);
    x -= ui.px(narrow ? 10.0f : 16.0f);
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
      narrow ? "larger" : "larger key",
      [&](ImVec2 p, float w) {
        draw_box({{p.x, p.y - 0.5f * w}, {p.x + w, p.y + 0.5f * w}}, ui.theme.maximum);
      },
      ui.px(9));
  entry(
      narrow ? "smaller" : "smaller key",
      [&](ImVec2 p, float w) {
        draw_disc({p.x + 0.5f * w, p.y}, 0.5f * w, ui.theme.minimum, 16);
      },
      ui.px(10));
}

}  // namespace texelsort::app
