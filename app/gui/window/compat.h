#pragma once

#include <cstdint>
#include <string>

#include <imgui.h>

/// Wrappers for the differences between Dear ImGui 1.86 and current versions.
namespace texelsort::app::compat {

/// Returns an OpenGL texture in ImGui's form: a pointer in old versions, an integer in new ones.
inline ImTextureID texture_id(std::uint32_t gl_name) {
  return (ImTextureID)(std::intptr_t)gl_name;  // only a C-style cast is valid for both a pointer and an integer
}

/// First line of the shaders for ImGui, which depends on the OpenGL version for which ImGui's backend was compiled.
#ifdef IMGUI_IMPL_OPENGL_ES3
inline constexpr const char* shader_version = "#version 300 es";
#else
inline constexpr const char* shader_version = "#version 330";
#endif

/// A font of one size. Its glyphs are those that the font atlas contained in the last frame.
struct FontFace {
  float size = 0, ascent = 0, space = 0;  ///< font size, height above the baseline, and width of a space, in pixels
#if IMGUI_VERSION_NUM >= 19200
  ImFontBaked* baked = nullptr;
  const ImVector<ImFontGlyph>& glyphs() const {
    return baked->Glyphs;
  }
#else
  ImFont* font = nullptr;
  const ImVector<ImFontGlyph>& glyphs() const {
    return font->Glyphs;
  }
#endif
};
inline FontFace font_face(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  ImFontBaked* baked = font->GetFontBaked(font->LegacySize);
  return {baked->Size, baked->Ascent, baked->GetCharAdvance(' '), baked};
#else
  return {font->FontSize, font->Ascent, font->GetCharAdvance(' '), font};
#endif
}
inline bool is_font_texture(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  return command.GetTexID() == ImGui::GetIO().Fonts->TexRef.GetTexID();
#else
  return command.GetTexID() == ImGui::GetIO().Fonts->TexID;
#endif
}

/// Passes the mouse's position, button and wheel to ImGui, for rendering without a display.
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

/// Returns whether ImGui reports a key as pressed in this frame. Also returns true when a held key repeats.
inline bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

/// feed_key() passes the press or release of a key to ImGui, and feed_text() passes typed text.
inline void feed_key(ImGuiIO& io, ImGuiKey key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(key, down);
#else
  io.KeyMap[key] = key;  // without a windowing backend, ImGui has no key codes, so use the ImGuiKey itself
  io.KeysDown[key] = down;
#endif
}
/// Passes the press or release of a letter key to ImGui. control_and() then recognises the letter.
inline void feed_letter(ImGuiIO& io, char letter, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'A')), down);
#else
  switch (letter) {
    case 'A':
      return feed_key(io, ImGuiKey_A, down);
    case 'C':
      return feed_key(io, ImGuiKey_C, down);
    case 'V':
      return feed_key(io, ImGuiKey_V, down);
    case 'X':
      return feed_key(io, ImGuiKey_X, down);
    case 'Y':
      return feed_key(io, ImGuiKey_Y, down);
    case 'Z':
      return feed_key(io, ImGuiKey_Z, down);
    default:
      io.KeysDown[static_cast<int>(letter)] = down;
  }
#endif
}
inline void feed_modifiers(ImGuiIO& io, bool control, bool shift) {
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, control);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
#elif IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(ImGuiKey_ModCtrl, control);
  io.AddKeyEvent(ImGuiKey_ModShift, shift);
#else
  io.KeyCtrl = control;
  io.KeyShift = shift;
#endif
}
inline void feed_text(ImGuiIO& io, const char* text) {
  io.AddInputCharactersUTF8(text);
}

/// Returns the remaining size of ImGui's current window in pixels.
inline ImVec2 room() {
  return ImGui::GetContentRegionAvail();
}

/// Returns whether a letter was pressed together with Ctrl in this frame.
inline bool control_and(char letter) {
  if (!ImGui::GetIO().KeyCtrl) return false;
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'A')), false);
#else
  // Old versions of ImGui name only the letters of their own shortcuts. For other letters, use GLFW's key codes, which
  // equal the capitals.
  const int key = letter == 'Z'   ? ImGui::GetKeyIndex(ImGuiKey_Z)
                  : letter == 'Y' ? ImGui::GetKeyIndex(ImGuiKey_Y)
                                  : letter;
  return ImGui::IsKeyPressed(key, false);
#endif
}

inline bool delete_pressed() {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(ImGuiKey_Delete, false);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false);
#endif
}

/// Resizes the string that ImGui's text field edits in place, so that the text can have any length.
inline void grow_string(ImGuiInputTextCallbackData* data, std::string& string) {
  if (data->EventFlag != ImGuiInputTextFlags_CallbackResize) return;
  string.resize(static_cast<std::size_t>(data->BufTextLen));
  data->Buf = string.data();
}

/// Shows a one-line text field for a string of any length.
inline bool input_text(const char* id, std::string& text) {
  const auto grow = [](ImGuiInputTextCallbackData* data) {
    grow_string(data, *static_cast<std::string*>(data->UserData));
    return 0;
  };
  return ImGui::InputText(id, text.data(), text.capacity() + 1, ImGuiInputTextFlags_CallbackResize, grow, &text);
}

/// Shows a multi-line text field for a string of any length. While the user edits, `caret` receives the caret's
/// position as a byte offset.
inline bool input_lines(const char* id, std::string& text, ImVec2 size, int& caret) {
  struct Edited {
    std::string* text;
    int* caret;
  } edited{&text, &caret};
  const auto follow = [](ImGuiInputTextCallbackData* data) {
    const auto& to = *static_cast<Edited*>(data->UserData);
    grow_string(data, *to.text);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways) *to.caret = data->CursorPos;
    return 0;
  };
  return ImGui::InputTextMultiline(
      id, text.data(), text.capacity() + 1, size,
      ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_AllowTabInput,
      follow, &edited);
}

inline bool escape_pressed() {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(ImGuiKey_Escape);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
#endif
}

}  // namespace texelsort::app::compat
