#include "app/window/ui.h"

#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace texelsort::app {

namespace {

float size_of(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

/// Bytes of the UTF-8 character that ends before `end`.
std::size_t last_character(std::string_view text, std::size_t end) {
  std::size_t start = end - 1;
  while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0u) == 0x80u) --start;
  return end - start;
}

}  // namespace

float text_width(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(size_of(font), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

float line_height(ImFont* font) {
  return size_of(font);
}

std::string elided(ImFont* font, std::string_view text, float width) {
  if (text_width(font, text) <= width) return std::string(text);
  constexpr std::string_view ellipsis = "\u2026";
  const float room = width - text_width(font, ellipsis);
  std::size_t end = text.size();
  while (end > 0 && text_width(font, text.substr(0, end)) > room) end -= last_character(text, end);
  while (end > 0 && text[end - 1] == ' ') --end;
  if (end == 0 && room < 0) return {};
  return std::string(text.substr(0, end)) + std::string(ellipsis);
}

std::string short_name(ImFont* font, const std::string& name, float width) {
  if (text_width(font, name) <= width) return name;
  std::string last = name.substr(name.find_last_of(' ') + 1);
  return text_width(font, last) <= width ? last : std::string();
}

void draw_text(ImFont* font, ImVec2 at, ImU32 color, std::string_view text) {
  if (text.empty()) return;
  ImGui::GetWindowDrawList()->AddText(font, size_of(font), {std::round(at.x), std::round(at.y)}, color, text.data(),
                                      text.data() + text.size());
}

void draw_text_before(ImFont* font, ImVec2 right, ImU32 color, std::string_view text) {
  draw_text(font, {right.x - text_width(font, text), right.y}, color, text);
}

void draw_text_elided(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width) {
  draw_text(font, at, color, elided(font, text, width));
}

void draw_text_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view text) {
  draw_text(font, {middle.x - 0.5f * text_width(font, text), middle.y - 0.5f * line_height(font)}, color, text);
}

void text_item(ImFont* font, ImU32 color, std::string_view text) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void fit_picture(gpu::Texture& texture, gpu::Extent extent, gpu::TexelFormat format, const char* label) {
  if (texture.id() == 0 || texture.extent() != extent || texture.format() != format) {
    texture = gpu::Texture(extent, format, label);
  }
}

std::string keys_text(std::uint64_t count) {
  return fmt::format("{} {}", grouped(count), count == 1 ? "key" : "keys");
}

std::string short_number(const std::string& text, std::size_t room) {
  if (text.size() <= room) return text;
  const double value = std::strtod(text.c_str(), nullptr);
  for (int digits = static_cast<int>(room); digits > 0; --digits) {
    std::string shorter = fmt::format("{:.{}g}", value, digits);
    const auto exponent = shorter.find("e+");
    if (exponent != std::string::npos) shorter.erase(exponent + 1, shorter[exponent + 2] == '0' ? 2 : 1);
    if (shorter.size() <= room) return shorter;
  }
  return {};
}

}  // namespace texelsort::app
