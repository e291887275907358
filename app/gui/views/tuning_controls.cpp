#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/gui/views/tuning_panel_state.h"

namespace texelsort::app {

namespace {

/// Layout of controls in rows of the full width, with as many rows as necessary.
class ControlRows {
 public:
  ControlRows(const Ui& ui, const Box& box) : ui_(ui), box_(box), x_(box.low.x), y_(box.low.y) {}
  /// Moves ImGui's cursor to the position of the next control. Returns the width of this control in pixels.
  float next(float wanted) {
    const float width = std::min(ui_.px(wanted), box_.width());
    if (x_ > box_.low.x && x_ + width > box_.high.x) {
      x_ = box_.low.x;
      y_ += ImGui::GetFrameHeight() + ui_.px(6);
    }
    ImGui::SetCursorScreenPos({x_, y_});
    ImGui::SetNextItemWidth(width);
    x_ += width + ui_.px(8);
    return width;
  }
  float end() const { return y_ + ImGui::GetFrameHeight() + ui_.px(8); }

 private:
  const Ui& ui_;
  Box box_;
  float x_, y_;
};

/// Draws a drop-down list of names. Its first entry, with the text `none`, clears the choice.
void name_combo(const Ui& ui, const char* id, const std::string& prefix, std::string& chosen, const std::string& none,
                const std::vector<std::string>& names) {
  const auto shown = [&](const std::string& name) { return prefix + (name.empty() ? none : name); };
  if (!begin_combo(ui, id, shown(chosen))) return;
  if (selectable(ui, shown(""), chosen.empty())) chosen.clear();
  for (const std::string& name : names) {
    if (selectable(ui, shown(name), chosen == name)) chosen = name;
  }
  end_combo(ui);
}

std::vector<std::string> names_of(const std::vector<Dimension>& dimensions) {
  std::vector<std::string> names;
  for (const Dimension& dimension : dimensions) names.push_back(dimension.name);
  return names;
}

template <class Value>
void two_of(const Ui& ui, const char* id, std::array<const char*, 2> names, Value& value, float width) {
  auto chosen = static_cast<int>(value);
  if (segmented(ui, id, names, chosen, width)) value = static_cast<Value>(chosen);
}

void heat_controls(const Ui& ui, TuningPanelState& sight, const std::vector<Dimension>& dimensions, ControlRows& rows) {
  const std::vector<std::string> names = names_of(dimensions);
  rows.next(190);
  name_combo(ui, "##heat x", "across: ", sight.heat.x, "automatic", names);
  rows.next(190);
  name_combo(ui, "##heat y", "down: ", sight.heat.y, "automatic", names);
  two_of(ui, "heat value", {"time", "rank"}, sight.heat.value, rows.next(120));
  two_of(ui, "heat others", {"others at best", "averaged"}, sight.heat.others, rows.next(200));
}

void best_slider(const Ui& ui, TuningPanelState& sight, ControlRows& rows) {
  constexpr float low = 1, high = 100;
  auto percent = static_cast<float>(sight.best_percent);
  const float width = rows.next(240);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string shown = fmt::format("best {:.0f} %", percent);
  const float label = text_width(ui.fonts.small, "best 100 %") + ui.px(8);
  ImGui::SetNextItemWidth(width - label);
  if (ImGui::SliderFloat("##best", &percent, low, high, "", ImGuiSliderFlags_Logarithmic)) sight.best_percent = percent;
  note_item("best percent");
  draw_text_before(ui.fonts.small,
                   {at.x + width, at.y + 0.5f * (ImGui::GetFrameHeight() - line_height(ui.fonts.small))}, ui.theme.text,
                   shown);
}

/// Draws a drop-down list of the numbers of keys, if the rows have several numbers.
void size_combo(const Ui& ui, TuningPanelState& sight, const std::vector<Dimension>& dimensions, ControlRows& rows) {
  const auto n = std::ranges::find(dimensions, "n", &Dimension::name);
  if (n == dimensions.end()) {
    sight.size.clear();
    return;
  }
  rows.next(160);
  name_combo(ui, "##size", "n: ", sight.size, "all", n->values);
}

}  // namespace

Box tuning_controls(Ui& ui, Tuning& tuning, const Box& box) {
  TuningPanelState& sight = tuning_sight(ui);
  ControlRows rows(ui, box);
  rows.next(210);
  if (begin_combo(ui, "##picture", std::string(name(tuning.picture)))) {
    for (int i = 0; i <= static_cast<int>(TuningPicture::stages); ++i) {
      const auto picture = static_cast<TuningPicture>(i);
      if (selectable(ui, std::string(name(picture)), picture == tuning.picture)) tuning.picture = picture;
    }
    end_combo(ui);
  }
  const std::vector<Dimension>& all = sight.dimensions;
  // Omit the controls if there is little height, because the picture needs all of it.
  if (box.height() > ui.px(320) && !tuning.results().rows.empty()) {
    using enum TuningPicture;
    if (tuning.picture == heat_map) heat_controls(ui, sight, all, rows);
    if (tuning.picture == parallel) best_slider(ui, sight, rows);
    if (tuning.picture == throughput || tuning.picture == samples) {
      bool linear = !sight.log;
      two_of(ui, "axes", {"log", "linear"}, linear, rows.next(130));
      if (linear == sight.log) {
        sight.log = !linear;
        sight.x.reset();
        sight.y.reset();
      }
    }
    if (tuning.picture != throughput && tuning.picture != stages && tuning.picture != ranking) {
      size_combo(ui, sight, all, rows);
    }
  }
  return {{box.low.x, rows.end()}, box.high};
}

}  // namespace texelsort::app
