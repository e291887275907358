#include "app/gui/panels/widgets.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/window/compat.h"
#include "app/gui/window/text_log.h"

namespace texelsort::app {

float Slots::gap(float share) const {
  return pitch >= 4 ? std::max(1.0f, std::round(share * pitch)) : 0.0f;
}

std::optional<std::uint64_t> Slots::pointed(bool hovered) const {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!hovered || !box.contains(mouse)) return std::nullopt;
  return std::min(count - 1, static_cast<std::uint64_t>((mouse.x - box.low.x) / pitch));
}

void point_at(Session& session, const Pair& pair) {
  session.hover(pair);
  if (ImGui::IsMouseClicked(0)) session.pin(pair);
}

void draw_box(const Box& box, ImU32 color, float rounding) {
  ImGui::GetWindowDrawList()->AddRectFilled(box.low, box.high, color, rounding);
}

void draw_outline(const Box& box, ImU32 color, float thickness, float rounding) {
  ImGui::GetWindowDrawList()->AddRect(box.low, box.high, color, rounding, 0, thickness);
}

void draw_line(ImVec2 from, ImVec2 to, ImU32 color, float thickness) {
  ImGui::GetWindowDrawList()->AddLine(from, to, color, thickness);
}

void draw_disc(ImVec2 middle, float radius, ImU32 color, int segments) {
  ImGui::GetWindowDrawList()->AddCircleFilled(middle, radius, color, segments);
}

void draw_circle(ImVec2 middle, float radius, ImU32 color, int segments, float thickness) {
  ImGui::GetWindowDrawList()->AddCircle(middle, radius, color, segments, thickness);
}

void draw_triangle(ImVec2 a, ImVec2 b, ImVec2 c, ImU32 color) {
  ImGui::GetWindowDrawList()->AddTriangleFilled(a, b, c, color);
}

void begin_card(const Ui& ui, const char* id, const Box& box, bool scrolls) {
  ImGui::SetCursorScreenPos(box.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.theme.panel);
  const ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  compat::begin_child(id, box.size(), true, scrolls ? 0 : still);
  ImGui::PopStyleColor();
  if (TextLog* log = text_log()) log->card(id, box.low, box.high);
}

void end_card() {
  ImGui::EndChild();
}

void end_scrolling_card(const Ui& ui, const Box& box) {
  // Let text that continues below the card's edge fade out. A sharp edge would cut through letters.
  if (ImGui::GetScrollY() < ImGui::GetScrollMaxY() - 1) {
    const float height = ui.px(44), side = ui.px(12);
    const ImU32 clear = with_alpha(ui.theme.panel, 0);
    auto& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilledMultiColor({box.low.x + side, box.high.y - height}, {box.high.x - side, box.high.y - ui.px(16)},
                                 clear, clear, ui.theme.panel, ui.theme.panel);
    draw_box({{box.low.x + side, box.high.y - ui.px(16)}, {box.high.x - side, box.high.y}}, ui.theme.panel);
  }
  ImGui::EndChild();
}

namespace {

float tool_side(const Ui& ui) {
  return ui.px(26);
}

void draw_view_tools(const Ui& ui, const Box& box) {
  ViewTools* tools = ui.view_tools;
  if (tools == nullptr || tools->drawn) return;
  tools->drawn = true;
  const float side = tool_side(ui);
  ImGui::SetCursorScreenPos({header_end(ui, box) + ui.px(8), box.low.y + ui.px(8)});
  if (tools->moves) {
    tools->move = icon_button(ui, "swap views", Icon::move, side, true, false, "Swaps this view with the next one.");
    ImGui::SameLine(0, ui.px(2));
  }
  tools->enlarge = icon_button(ui, "enlarge view", tools->enlarged ? Icon::put_back : Icon::enlarge, side, true, false,
                               tools->enlarged ? "Restores all views (Esc)." : "Enlarges this view.");
}

}  // namespace

float header_end(const Ui& ui, const Box& box) {
  if (ui.view_tools == nullptr) return box.high.x - ui.px(16);
  const float buttons = ui.view_tools->moves ? 2 * tool_side(ui) + ui.px(2) : tool_side(ui);
  return box.high.x - ui.px(10) - buttons - ui.px(8);
}

Box view_header(const Ui& ui, const Box& box, std::string_view title, std::string_view text) {
  if (ui.bare) return box.grown(-ui.px(6));
  const float pad = ui.px(16), top = box.low.y + ui.px(12), end = header_end(ui, box);
  const float title_width = text_width(ui.fonts.title, title);
  draw_text_elided(ui.fonts.title, {box.low.x + pad, top}, ui.theme.text, title, end - box.low.x - pad);
  const float room = end - box.low.x - pad - title_width - ui.px(20);
  if (room > ui.px(60)) {
    const std::string shown = fitting_clauses(ui.fonts.small, text, room);
    const ImVec2 at{end - text_width(ui.fonts.small, shown),
                    top + line_height(ui.fonts.title) - line_height(ui.fonts.small) - ui.px(1)};
    draw_shortened(ui.fonts.small, at, ui.theme.dim, text, shown);
  }
  // An empty title means that the caller only needs the content area.
  if (!title.empty()) draw_view_tools(ui, box);
  return {{box.low.x + pad, top + line_height(ui.fonts.title) + ui.px(10)}, {box.high.x - pad, box.high.y - ui.px(14)}};
}

void heading(const Ui& ui, std::string_view text) {
  text_item(ui.fonts.title, ui.theme.text, text);
}

void caption(const Ui& ui, std::string_view text, std::string_view help) {
  ImGui::Dummy({0, 0});
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ui.px(4));
  ImGui::BeginGroup();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = compat::room().x;
  draw_text_elided(ui.fonts.small, at, ui.theme.dim, text, room);
  ImGui::Dummy({std::min(room, text_width(ui.fonts.small, text)), line_height(ui.fonts.small)});
  ImGui::EndGroup();
  if (!help.empty()) {
    const float y = at.y + line_height(ui.fonts.small) + ui.px(1);
    const float end = at.x + std::min(room, text_width(ui.fonts.small, text));
    draw_dashed({at.x, y}, {end, y}, ui.px(1.5f), 1, ui.theme.faint);
    tooltip(ui, help);
  }
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ui.px(4));
}

/// Greatest length of a tooltip in bytes. A longer tooltip would be higher than a screen.
constexpr std::size_t most_tooltip_bytes = 4000;

void show_tooltip(const Ui& ui, std::string_view text) {
  std::string all(text);
  if (TextLog* log = text_log()) {
    // If the text under the mouse is shortened, add its full form to the tooltip.
    const std::string_view whole = log->told();
    if (!whole.empty() && text.find(whole) == std::string_view::npos) all = fmt::format("{}\n{}", whole, text);
    log->told_otherwise();
  }
  if (all.size() > most_tooltip_bytes) {
    std::size_t end = most_tooltip_bytes;
    while ((static_cast<unsigned char>(all[end]) & 0xC0u) == 0x80u) --end;  // go back to the start of a UTF-8 character
    all.resize(end);
    all += "\u2026";
  }
  const OverAll over_all;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::BeginTooltip();
  const float widest = std::min(ui.px(320), ImGui::GetIO().DisplaySize.x - ui.px(40));
  text_item(ui.fonts.small, ui.theme.text, all, widest);
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void tooltip(const Ui& ui, std::string_view text) {
  if (!text.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(ui, text);
}

void note_item(std::string_view name, bool field) {
  if (TextLog* log = text_log()) log->item(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), field);
}

bool begin_combo(const Ui& ui, const char* id, const std::string& chosen) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), pad = ImGui::GetStyle().FramePadding;
  const float width = ImGui::CalcItemWidth(), height = ImGui::GetFrameHeight();
  const std::string shown = elided(ui.fonts.body, chosen, width - height - 2 * pad.x);
  if (TextLog* log = text_log()) {
    log->item(id, at, {at.x + width, at.y + height});
    log->text(ui.fonts.body, {at.x + pad.x, at.y + pad.y}, {text_width(ui.fonts.body, shown), height - 2 * pad.y},
              chosen, shown);
  }
  if (!ImGui::BeginCombo(id, shown.c_str())) return false;
  if (TextLog* log = text_log()) log->raise();
  return true;
}

void end_combo(const Ui& ui) {
  if (TextLog* log = text_log()) log->lower();
  if (ui.close_popups) ImGui::CloseCurrentPopup();
  ImGui::EndCombo();
}

bool selectable(const Ui& ui, const std::string& label, bool chosen) {
  const std::string shown = elided(ui.fonts.body, label, compat::room().x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::Selectable(fmt::format("{}###{}", shown, label).c_str(), chosen);
  if (TextLog* log = text_log()) {
    log->text(ui.fonts.body, at, {text_width(ui.fonts.body, shown), line_height(ui.fonts.body)}, label, shown);
  }
  return clicked;
}

bool text_button(const Ui& ui, const std::string& label, ImVec2 size) {
  ImFont* font = ImGui::GetFont();
  const ImVec2 pad = ImGui::GetStyle().FramePadding;
  const float room = size.x > 0 ? size.x - ui.px(6) : compat::room().x;
  const std::string shown = elided(font, label, room);
  // Reduce the padding of a narrow button before shortening its label.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(std::min(pad.x, ui.px(3)), pad.y));
  if (size.x <= 0) size.x = text_width(font, shown) + 2 * pad.x;
  const bool clicked = ImGui::Button(fmt::format("{}###{}", shown, label).c_str(), size);
  ImGui::PopStyleVar();
  note_item(label);
  if (TextLog* log = text_log()) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const ImVec2 extent{text_width(font, shown), line_height(font)};
    log->text(font, {0.5f * (low.x + high.x - extent.x), 0.5f * (low.y + high.y - extent.y)}, extent, label, shown);
  }
  return clicked;
}

bool segmented(const Ui& ui, const char* id, std::span<const char* const> names, int& chosen, float width,
               std::span<const std::string> refusals) {
  ImGui::PushID(id);
  if (width <= 0) width = compat::room().x;
  const float height = ImGui::GetFrameHeight();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float rounding = ImGui::GetStyle().FrameRounding;
  draw_box({start, {start.x + width, start.y + height}}, ui.theme.raised, rounding);
  float words = 0;
  for (const char* name : names) words += text_width(ui.fonts.small, name);
  const float spare = (width - words) / static_cast<float>(names.size());
  bool changed = false;
  float left = start.x;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const float part = text_width(ui.fonts.small, names[i]) + spare;
    const Box box{{left, start.y}, {left + part, start.y + height}};
    left += part;
    ImGui::SetCursorScreenPos(box.low);
    ImGui::PushID(static_cast<int>(i));
    const bool refused = i < refusals.size() && !refusals[i].empty();
    const bool pressed = ImGui::InvisibleButton("part", box.size()) && !refused;
    const bool lit = static_cast<int>(i) == chosen;
    const bool hovered = ImGui::IsItemHovered() && !refused;
    note_item(names[i]);
    if (refused) tooltip(ui, refusals[i]);
    ImGui::PopID();
    const float inset = ui.px(3);
    if (lit || hovered) {
      draw_box(box.grown(-inset), lit ? ui.theme.accent : ui.theme.hovered, std::max(0.0f, rounding - inset * 0.5f));
    }
    draw_text_centred(ui.fonts.small, box.middle(),
                      lit       ? ui.theme.on_accent
                      : refused ? ui.theme.faint
                                : ui.theme.text,
                      names[i], part);
    if (pressed && !lit) {
      chosen = static_cast<int>(i);
      changed = true;
    }
  }
  ImGui::SetCursorScreenPos({start.x, start.y});
  ImGui::Dummy({width, height});
  ImGui::PopID();
  return changed;
}

bool icon_button(const Ui& ui, const char* id, Icon icon, float side, bool enabled, bool lit, const char* help) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(id, {side, side}) && enabled;
  const bool hovered = ImGui::IsItemHovered();
  note_item(id);
  const ImU32 back = lit ? ui.theme.accent : hovered && enabled ? ui.theme.hovered : ui.theme.raised;
  draw_box(Box::at(at, {side, side}), back, ui.px(8));
  const ImU32 color = !enabled ? ui.theme.faint : lit ? ui.theme.on_accent : ui.theme.text;
  draw_icon(icon, {at.x + 0.5f * side, at.y + 0.5f * side}, 0.24f * side, color);
  tooltip(ui, help);
  return pressed;
}

void draw_verdict(bool good, ImVec2 m, float r, ImU32 color) {
  const float thickness = std::max(1.5f, r * 0.3f);
  if (good) {
    const ImVec2 points[3] = {
        {m.x - r, m.y + 0.05f * r}, {m.x - 0.25f * r, m.y + 0.75f * r}, {m.x + r, m.y - 0.7f * r}};
    ImGui::GetWindowDrawList()->AddPolyline(points, 3, color, 0, thickness);
  } else {
    const float d = 0.75f * r;
    draw_line({m.x - d, m.y - d}, {m.x + d, m.y + d}, color, thickness);
    draw_line({m.x - d, m.y + d}, {m.x + d, m.y - d}, color, thickness);
  }
}

void draw_exchange_mark(bool swapped, ImVec2 m, float r, ImU32 color) {
  const ImVec2 left{m.x - r, m.y}, top{m.x, m.y - r}, right{m.x + r, m.y}, bottom{m.x, m.y + r};
  if (swapped) {
    draw_triangle(left, top, right, color);
    draw_triangle(right, bottom, left, color);
    return;
  }
  const std::array corners{left, top, right, bottom};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    draw_line(corners[i], corners[(i + 1) % corners.size()], color, std::max(1.0f, r * 0.35f));
  }
}

void draw_hatch(const Box& box, bool rising, float spacing, float thickness, ImU32 color) {
  auto& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect(box.low, box.high, true);
  const float height = box.height();
  // Start the lines at multiples of the spacing, so that the patterns of adjacent boxes match.
  const float start = std::floor((box.low.x - height) / spacing) * spacing;
  for (float x = start; x < box.high.x + height; x += spacing) {
    if (rising) {
      draw_line({x, box.high.y}, {x + height, box.low.y}, color, thickness);
    } else {
      draw_line({x, box.low.y}, {x + height, box.high.y}, color, thickness);
    }
  }
  draw.PopClipRect();
}

void draw_dashed(ImVec2 from, ImVec2 to, float dash, float thickness, ImU32 color) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float length = std::sqrt(dx * dx + dy * dy);
  if (length <= 0) return;
  for (float done = 0; done < length; done += 2 * dash) {
    const float a = done / length, b = std::min(1.0f, (done + dash) / length);
    draw_line({from.x + dx * a, from.y + dy * a}, {from.x + dx * b, from.y + dy * b}, color, thickness);
  }
}

}  // namespace texelsort::app
