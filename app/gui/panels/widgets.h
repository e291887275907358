#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/gui/window/ui.h"

namespace texelsort::app {

/// A rectangle of the screen, in pixels.
struct Box {
  ImVec2 low, high;
  static Box at(ImVec2 low, ImVec2 size) { return {low, {low.x + size.x, low.y + size.y}}; }
  static Box around(ImVec2 middle, float half_width, float half_height) {
    return {{middle.x - half_width, middle.y - half_height}, {middle.x + half_width, middle.y + half_height}};
  }
  float width() const { return high.x - low.x; }
  float height() const { return high.y - low.y; }
  ImVec2 size() const { return {width(), height()}; }
  ImVec2 middle() const { return {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)}; }
  Box floored() const { return {{std::floor(low.x), std::floor(low.y)}, {std::floor(high.x), std::floor(high.y)}}; }
  Box grown(float by) const { return {{low.x - by, low.y - by}, {high.x + by, high.y + by}}; }
  bool contains(ImVec2 p) const { return p.x >= low.x && p.x < high.x && p.y >= low.y && p.y < high.y; }
};

/// Layout of bars or cells: equally wide slots side by side.
struct Slots {
  Box box;
  std::uint64_t count = 1;
  float pitch = 1;  ///< distance between two slots in pixels

  static Slots across(const Box& box, std::uint64_t count) {
    return {box, count, box.width() / static_cast<float>(count)};
  }
  float x(std::uint64_t slot) const { return box.low.x + pitch * static_cast<float>(slot); }
  /// Returns the width in whole pixels of the gap between two bars. It is the fraction `share` of a slot, or 0 if slots
  /// are narrow.
  float gap(float share) const;
  /// Returns the index of the slot under the mouse. Returns nothing if there is none, or if `hovered` is false.
  std::optional<std::uint64_t> pointed(bool hovered = ImGui::IsWindowHovered()) const;
};

/// Highlights two keys in all views. Callers use it for the pair under the mouse, and a click pins the pair.
void point_at(Session& session, const Pair& pair);

// Functions that draw a shape into the current card.

void draw_box(const Box& box, ImU32 color, float rounding = 0);
void draw_outline(const Box& box, ImU32 color, float thickness = 1, float rounding = 0);
void draw_line(ImVec2 from, ImVec2 to, ImU32 color, float thickness = 1);
void draw_disc(ImVec2 middle, float radius, ImU32 color, int segments);
void draw_circle(ImVec2 middle, float radius, ImU32 color, int segments, float thickness);
void draw_triangle(ImVec2 a, ImVec2 b, ImVec2 c, ImU32 color);

/// Begins a card, a panel with a rounded background at a fixed position. All that is drawn before end_card() is inside
/// the card. If `scrolls` is true, the user can scroll contents that are too high.
void begin_card(const Ui& ui, const char* id, const Box& box, bool scrolls);
void end_card();
void end_scrolling_card(const Ui& ui, const Box& box);

/// Draws the header of a view: the title on the left, a dim caption on the right, and the buttons of ui.view_tools, if
/// any. Returns the area below the header. If ui.bare is true, there is no header.
Box view_header(const Ui& ui, const Box& box, std::string_view title, std::string_view caption);

/// Returns the x at which controls of a view in its header must end. The buttons of the window for this view begin to
/// the right of it.
float header_end(const Ui& ui, const Box& box);

/// Add a heading, or a small label above a widget, to ImGui's layout.
void heading(const Ui& ui, std::string_view text);
void caption(const Ui& ui, std::string_view text, std::string_view help = {});

/// Show a wrapped tooltip: tooltip() while the last item is hovered, show_tooltip() always.
void tooltip(const Ui& ui, std::string_view text);
void show_tooltip(const Ui& ui, std::string_view text);

/// Opens a drop-down list like ImGui::BeginCombo, with the present choice shortened if necessary. end_combo() ends the
/// list. Esc closes the list.
bool begin_combo(const Ui& ui, const char* id, const std::string& chosen);
void end_combo(const Ui& ui);

/// Draws an entry of an open drop-down list. Returns whether the user clicked the entry.
bool selectable(const Ui& ui, const std::string& label, bool chosen);

/// Draws a button with a label. A width or height of 0 is adapted to the label.
bool text_button(const Ui& ui, const std::string& label, ImVec2 size = {0, 0});

/// Adds ImGui's last item to the TextLog, which tests inspect. If `field` is true, the item is a text field, otherwise
/// a clickable item.
void note_item(std::string_view name, bool field = false);

/// Draws a row of buttons, one of which is chosen. The row has the available width if `width` is 0. Returns whether the
/// user chose another button. `refusals` contains the reason why each button is disabled, or an empty string if it is
/// enabled.
bool segmented(const Ui& ui, const char* id, std::span<const char* const> names, int& chosen, float width = 0,
               std::span<const std::string> refusals = {});

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
  cross,
  left_panel,
  right_panel,
  enlarge,
  put_back,
  move,
  step_on,
  step_back,
  notes,
  link
};

/// Draws a square button with an icon.
bool icon_button(const Ui& ui, const char* id, Icon icon, float side, bool enabled, bool lit, const char* help);
void draw_icon(Icon icon, ImVec2 middle, float radius, ImU32 color);

/// Draws a tick or a cross.
void draw_verdict(bool good, ImVec2 middle, float radius, ImU32 color);

/// Draws the mark of two compared keys: a filled diamond if the pass swapped them, otherwise a hollow one.
void draw_exchange_mark(bool swapped, ImVec2 middle, float radius, ImU32 color);

/// Fills a box with diagonal lines, which rise ("/") or fall ("\") from left to right.
void draw_hatch(const Box& box, bool rising, float spacing, float thickness, ImU32 color);

void draw_dashed(ImVec2 from, ImVec2 to, float dash, float thickness, ImU32 color);

}  // namespace texelsort::app
