#include "app/window/theme.h"

#include <algorithm>

namespace texelsort::app {

namespace {

constexpr ImU32 rgb(unsigned hex) {
  return IM_COL32(hex >> 16 & 255u, hex >> 8 & 255u, hex & 255u, 255u);
}

constexpr unsigned orange = 0xE69F00, sky_blue = 0x56B4E9, bluish_green = 0x009E73, yellow = 0xF0E442, blue = 0x0072B2,
                   vermillion = 0xD55E00, reddish_purple = 0xCC79A7;

constexpr Theme dark{.background = rgb(0x111418),
                     .panel = rgb(0x1A1E24),
                     .raised = rgb(0x272D36),
                     .hovered = rgb(0x343C47),
                     .line = rgb(0x2E353F),
                     .text = rgb(0xE9ECF0),
                     .dim = rgb(0xA3ACB8),
                     .faint = rgb(0x66707D),
                     .accent = rgb(sky_blue),
                     .on_accent = rgb(0x0B1116),
                     .minimum = rgb(sky_blue),
                     .maximum = rgb(orange),
                     .decide = rgb(0xB4BCC6),
                     .swapped = rgb(0xF07B2A),
                     .kept = rgb(0x2BC49A),
                     .selected = rgb(0xFFFFFF),
                     .warning = rgb(0xFF6B57),  // vermillion, lighter
                     .not_a_number = rgb(reddish_purple)};

constexpr Theme light{.background = rgb(0xEDEFF2),
                      .panel = rgb(0xFFFFFF),
                      .raised = rgb(0xEBEEF2),
                      .hovered = rgb(0xDCE2E9),
                      .line = rgb(0xD9DEE5),
                      .text = rgb(0x1A1F26),
                      .dim = rgb(0x555F6D),
                      .faint = rgb(0x7D8895),
                      .accent = rgb(blue),
                      .on_accent = rgb(0xFFFFFF),
                      .minimum = rgb(blue),
                      .maximum = rgb(vermillion),
                      .decide = rgb(0x5E6773),
                      .swapped = rgb(vermillion),
                      .kept = rgb(bluish_green),
                      .selected = rgb(0x000000),
                      .warning = rgb(vermillion),
                      .not_a_number = rgb(reddish_purple)};

ImVec4 float4(ImU32 color) {
  return ImGui::ColorConvertU32ToFloat4(color);
}

void set_colours(ImGuiStyle& style, const Theme& t) {
  const auto set = [&style](ImGuiCol slot, ImU32 color) { style.Colors[slot] = float4(color); };
  set(ImGuiCol_Text, t.text);
  set(ImGuiCol_TextDisabled, t.faint);
  set(ImGuiCol_WindowBg, t.background);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, t.panel);
  set(ImGuiCol_Border, t.line);
  set(ImGuiCol_BorderShadow, 0);
  set(ImGuiCol_FrameBg, t.raised);
  set(ImGuiCol_FrameBgHovered, t.hovered);
  set(ImGuiCol_FrameBgActive, t.hovered);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, t.hovered);
  set(ImGuiCol_ScrollbarGrabHovered, t.faint);
  set(ImGuiCol_ScrollbarGrabActive, t.faint);
  set(ImGuiCol_CheckMark, t.accent);
  set(ImGuiCol_SliderGrab, t.accent);
  set(ImGuiCol_SliderGrabActive, t.accent);
  set(ImGuiCol_Button, t.raised);
  set(ImGuiCol_ButtonHovered, t.hovered);
  set(ImGuiCol_ButtonActive, t.hovered);
  set(ImGuiCol_Header, t.raised);
  set(ImGuiCol_HeaderHovered, t.hovered);
  set(ImGuiCol_HeaderActive, t.hovered);
  set(ImGuiCol_Separator, t.line);
  set(ImGuiCol_PlotHistogram, t.accent);
  set(ImGuiCol_TextSelectedBg, with_alpha(t.accent, 0.35f));
  set(ImGuiCol_NavHighlight, t.accent);
}

}  // namespace

const Theme& theme(ThemeName name) {
  return name == ThemeName::dark ? dark : light;
}

void apply_style(const Theme& theme, float scale) {
  ImGuiStyle style;
  style.WindowPadding = {16, 14};
  style.FramePadding = {10, 6};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {8, 6};
  style.WindowRounding = style.ChildRounding = style.PopupRounding = 10;
  style.FrameRounding = style.GrabRounding = 6;
  style.ScrollbarRounding = 6;
  style.ScrollbarSize = 10;
  style.GrabMinSize = 14;
  style.WindowBorderSize = style.ChildBorderSize = style.FrameBorderSize = 0;
  style.PopupBorderSize = 1;
  style.ScaleAllSizes(scale);
  set_colours(style, theme);
  ImGui::GetStyle() = style;
}

glm::vec4 to_vec4(ImU32 color) {
  const ImVec4 c = float4(color);
  return {c.x, c.y, c.z, c.w};
}

ImU32 to_color(const glm::vec3& rgb, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({rgb.r, rgb.g, rgb.b, alpha});
}

ImU32 with_alpha(ImU32 color, float alpha) {
  ImVec4 c = float4(color);
  c.w *= alpha;
  return ImGui::ColorConvertFloat4ToU32(c);
}

ImU32 blend(ImU32 from, ImU32 to, float amount) {
  const glm::vec4 a = to_vec4(from), b = to_vec4(to);
  const glm::vec4 c = a * (1.0f - amount) + b * amount;
  return to_color({c.r, c.g, c.b}, c.a);
}

ImU32 readable_on(const glm::vec3& back) {
  // Relative luminance of WCAG 2.1, with a square for its transfer curve; 0.18 is where black and white are equally
  // far.
  const float luminance = 0.2126f * back.r * back.r + 0.7152f * back.g * back.g + 0.0722f * back.b * back.b;
  return luminance > 0.18f ? IM_COL32(10, 12, 16, 255) : IM_COL32(255, 255, 255, 255);
}

}  // namespace texelsort::app
