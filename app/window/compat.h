#pragma once

#include <cstdint>
#include <string>

#include <imgui.h>

/// The few places where Dear ImGui 1.86 and current versions differ.
namespace texelsort::app::compat {

/// A texture of OpenGL as ImGui wants it: a pointer in old versions, an integer in new ones.
inline ImTextureID texture_id(std::uint32_t gl_name) {
  return (ImTextureID)(std::intptr_t)gl_name;  // the one cast that suits both
}

/// Mouse events put in by hand, for pictures without a display.
inline void feed_mouse(ImGuiIO& io, float x, float y, bool left_down, float wheel) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(x, y);
  io.AddMouseButtonEvent(0, left_down);
  if (wheel != 0) io.AddMouseWheelEvent(0, wheel);
#else
  io.MousePos = ImVec2(x, y);
  io.MouseDown[0] = left_down;
  io.MouseWheel = wheel;
#endif
}

inline bool begin_child(const char* id, ImVec2 size, bool padded, ImGuiWindowFlags flags) {
#if IMGUI_VERSION_NUM >= 19000
  return ImGui::BeginChild(id, size, padded ? ImGuiChildFlags_AlwaysUseWindowPadding : 0, flags);
#else
  return ImGui::BeginChild(id, size, false, flags | (padded ? ImGuiWindowFlags_AlwaysUseWindowPadding : 0));
#endif
}

/// The room left in the current card.
inline ImVec2 room() {
  return ImGui::GetContentRegionAvail();
}

/// Whether a letter was pressed together with the control key.
inline bool control_and(char letter) {
  if (!ImGui::GetIO().KeyCtrl) return false;
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'A')), false);
#else
  // Only the letters of ImGui's own shortcuts have names there.
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(letter == 'Z' ? ImGuiKey_Z : ImGuiKey_Y), false);
#endif
}

inline bool delete_pressed() {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(ImGuiKey_Delete, false);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false);
#endif
}

/// A line of text in a string of any length.
inline bool input_text(const char* id, std::string& text) {
  const auto grow = [](ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
      auto& string = *static_cast<std::string*>(data->UserData);
      string.resize(static_cast<std::size_t>(data->BufTextLen));
      data->Buf = string.data();
    }
    return 0;
  };
  return ImGui::InputText(id, text.data(), text.capacity() + 1, ImGuiInputTextFlags_CallbackResize, grow, &text);
}

}  // namespace texelsort::app::compat
