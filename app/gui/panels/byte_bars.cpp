#include <algorithm>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/window/shortcuts.h"

namespace texelsort::app {

namespace {

std::uint64_t most_bytes(std::span<const PassBytes> passes) {
  std::uint64_t most = 1;
  for (const PassBytes& pass : passes) most = std::max(most, pass.others + pass.fields);
  return most;
}

/// Draws the bar for the bytes of one pass. The bytes of record fields are hatched, above all other bytes.
void draw_bar(const Ui& ui, const PassBytes& pass, const Box& bar, std::uint64_t most) {
  const auto height = [&](std::uint64_t bytes) {
    return bar.height() * static_cast<float>(static_cast<double>(bytes) / static_cast<double>(most));
  };
  const float middle = bar.high.y - height(pass.others), top = middle - height(pass.fields);
  draw_box({{bar.low.x, middle}, bar.high}, ui.theme.accent);
  if (pass.fields == 0) return;
  const Box fields{{bar.low.x, top}, {bar.high.x, middle}};
  draw_box(fields, with_alpha(ui.theme.maximum, 0.55f));
  draw_hatch(fields, true, ui.px(6), ui.px(1.5f), ui.theme.maximum);
}

void draw_legend(const Ui& ui, const Box& box, std::uint64_t most) {
  const float tall = line_height(ui.fonts.small), side = ui.px(10);
  ImVec2 at = box.low;
  const auto entry = [&](const char* name, bool fields) {
    const float y = at.y + 0.5f * (tall - side);
    const Box mark{{at.x, y}, {at.x + side, y + side}};
    draw_box(mark, fields ? with_alpha(ui.theme.maximum, 0.55f) : ui.theme.accent);
    if (fields) draw_hatch(mark, true, ui.px(4), ui.px(1.5f), ui.theme.maximum);
    at.x += side + ui.px(5);
    draw_text_elided(ui.fonts.small, at, ui.theme.dim, name, box.high.x - at.x);
    at.x += text_width(ui.fonts.small, name) + ui.px(12);
  };
  entry("keys and tables", false);
  entry("fields", true);
  const std::string highest = fmt::format("{} bytes", grouped(most));
  const float left = box.high.x - text_width(ui.fonts.small, highest);
  if (left > at.x) draw_text(ui.fonts.small, {left, box.low.y}, ui.theme.dim, highest);
}

}  // namespace

PassBytes pass_bytes(const algorithms::PassHeader& header, const algorithms::Counters& counters) {
  return {header, counters.bytes - counters.field_bytes, counters.field_bytes};
}

void byte_bars(const Ui& ui, Session& session, std::span<const PassBytes> passes, std::uint64_t total, const Box& box) {
  const std::uint64_t most = most_bytes(passes);
  draw_legend(ui, box, most);
  const Box bars{{box.low.x, box.low.y + line_height(ui.fonts.small) + ui.px(6)}, box.high};
  const float pitch = std::min(bars.width() / static_cast<float>(std::max<std::uint64_t>(total, 1)), ui.px(72));
  const float gap = pitch >= 4 ? std::max(1.0f, 0.14f * pitch) : 0;
  draw_line({bars.low.x, bars.high.y}, bars.high, ui.theme.line);
  for (const PassBytes& pass : passes) {
    const float left = bars.low.x + pitch * static_cast<float>(pass.header.index);
    const Box bar{{left, bars.low.y}, {left + pitch - gap, bars.high.y}};
    draw_bar(ui, pass, bar, most);
    if (pass.header.index + 1 == session.player().position()) {
      draw_outline(bar.grown(1), ui.theme.selected, ui.px(1));
    }
  }
  ImGui::SetCursorScreenPos(bars.low);
  ImGui::InvisibleButton("byte bars", bars.size());
  if (!ImGui::IsItemHovered()) return;
  const float at = (ImGui::GetIO().MousePos.x - bars.low.x) / pitch;
  for (const PassBytes& pass : passes) {
    if (static_cast<std::uint64_t>(std::max(at, 0.0f)) != pass.header.index) continue;
    show_tooltip(ui, fmt::format("{}: {}\nfields: {} bytes\nkeys, indices and tables: {} bytes", pass.header.stage,
                                 pass.header.label, grouped(pass.fields), grouped(pass.others)));
    if (ImGui::IsMouseClicked(0)) go_to_pass(session, pass.header.index + 1);
  }
}

}  // namespace texelsort::app
