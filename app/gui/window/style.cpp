#include <imgui.h>

#include "app/gui/window/interface.h"

namespace texelsort::app {

namespace {

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

}  // namespace texelsort::app
