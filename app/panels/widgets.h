#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/window/ui.h"

namespace texelsort::app {

/// A rectangle of the screen in pixels.
struct Box {
  ImVec2 low, high;
  float width() const { return high.x - low.x; }
  float height() const { return high.y - low.y; }
  ImVec2 size() const { return {width(), height()}; }
  bool contains(ImVec2 p) const { return p.x >= low.x && p.x < high.x && p.y >= low.y && p.y < high.y; }
};

/// A card with a rounded background at a fixed place. What is drawn until end_card() goes into it; it scrolls if it
/// must.
void begin_card(const Ui& ui, const char* id, const Box& box, bool scrolls);
void end_card();
void end_scrolling_card(const Ui& ui, const Box& box);

/// Title at the left and a quieter caption at the right of a view's card; returns what is left for the picture.
Box view_header(const Ui& ui, const Box& box, std::string_view title, std::string_view caption);

/// A heading and a small label above a widget, as items of the layout.
void heading(const Ui& ui, std::string_view text);
void caption(const Ui& ui, std::string_view text, std::string_view help = {});

/// A wrapped tooltip while the last item is hovered.
void tooltip(const Ui& ui, std::string_view text);
void show_tooltip(const Ui& ui, std::string_view text);

/// ImGui::EndCombo, for lists that Esc closes.
void end_combo(const Ui& ui);

/// Choices side by side, over the whole width by default; true when another one was chosen.
bool segmented(const Ui& ui, const char* id, std::span<const char* const> names, int& chosen, float width = 0);

enum class Icon : std::uint8_t {
  play,
  pause,
  forward,
  back,
  to_start,
  to_end,
  loop,
  sun,
  moon,
  presenter,
  help,
  cross
};

/// A square button with a drawn icon.
bool icon_button(const Ui& ui, const char* id, Icon icon, float side, bool enabled, bool lit, const char* help);
void draw_icon(ImDrawList& draw, Icon icon, ImVec2 middle, float radius, ImU32 color);

/// A tick or a cross.
void draw_verdict(ImDrawList& draw, bool good, ImVec2 middle, float radius, ImU32 color);

/// Diagonal lines over a box: rising ("/") or falling ("\").
void draw_hatch(ImDrawList& draw, const Box& box, bool rising, float spacing, float thickness, ImU32 color);

/// A line of dashes.
void draw_dashed(ImDrawList& draw, ImVec2 from, ImVec2 to, float dash, float thickness, ImU32 color);

}  // namespace texelsort::app
