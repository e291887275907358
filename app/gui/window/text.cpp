#include "app/gui/window/text.h"

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cmath>

#include "app/gui/window/text_log.h"
#include "app/problem/short_number.h"

namespace texelsort::app {

namespace {

constexpr std::string_view ellipsis = "\u2026";
/// Smallest number of letters in a shortened name. Fewer letters are not informative.
constexpr std::size_t fewest_letters = 3;

float size_of(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

/// Returns the number of bytes from the start of a text that fit into `width` pixels, in whole characters. Does not
/// read text that does not fit.
std::size_t fitting_bytes(ImFont* font, std::string_view text, float width) {
  if (!(width > 0)) return 0;
  const char* rest = text.data();
  // ImGui stops before a character that ends exactly at the given width, so pass the next larger width.
  font->CalcTextSizeA(size_of(font), std::nextafter(width, FLT_MAX), 0, text.data(), text.data() + text.size(), &rest);
  return static_cast<std::size_t>(rest - text.data());
}

/// Returns a text with line breaks at spaces, so that it fits in `width`. ImGui itself also breaks lines after a comma
/// within a number.
std::string broken_at_spaces(ImFont* font, std::string_view text, float width) {
  constexpr float rounding = 0.5f;
  const float space = text_width(font, " ");
  std::string broken;
  float line = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const float wide = text_width(font, word);
    const bool first = at == 0 || text[at - 1] == '\n', breaks = !first && line + space + wide > width - rounding;
    if (!first) broken += breaks ? '\n' : ' ';
    line = first || breaks ? wide : line + space + wide;
    broken += word;
    if (end < text.size() && text[end] == '\n') broken += '\n';
    at = end + 1;
  }
  return broken;
}

}  // namespace

float text_width(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(size_of(font), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

float line_height(ImFont* font) {
  return size_of(font);
}

float wrapped_height(ImFont* font, std::string_view text, float width) {
  width = std::max(width, 1.0f);
  const std::string broken = broken_at_spaces(font, text, width);
  return font->CalcTextSizeA(size_of(font), FLT_MAX, width, broken.data(), broken.data() + broken.size()).y;
}

std::string elided(ImFont* font, std::string_view text, float width) {
  std::size_t end = fitting_bytes(font, text, width);
  if (end == text.size()) return std::string(text);
  const float room = width - text_width(font, ellipsis);
  end = fitting_bytes(font, text, room);
  while (end > 0 && text[end - 1] == ' ') --end;
  if (end == 0 && room < 0) return {};
  return std::string(text.substr(0, end)) + std::string(ellipsis);
}

std::vector<std::string> shorter_names(const std::string& name) {
  std::vector<std::string> forms{name};
  // Shorten only names with a number that identifies the stage, such as "digit 1 of 16", "level 2: 16 buckets",
  // "step 2 (distance 4)" and "stage 3".
  const std::size_t space = name.find(' ');
  if (space == std::string::npos) return forms;
  std::size_t end = space + 1;
  while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end])) != 0) ++end;
  const std::string number = name.substr(space + 1, end - space - 1);
  if (number.empty()) return forms;
  const std::string rest = name.substr(end);
  if (rest.starts_with(" of ") && all_digits(std::string_view(rest).substr(4))) {
    const std::string of = number + "/" + rest.substr(4);
    forms.push_back(name.substr(0, space + 1) + of);
    forms.push_back(of);
  } else if (rest.starts_with(": ")) {
    forms.push_back(number + rest);
    forms.push_back(name.substr(0, end));
  } else if (rest.starts_with(" (")) {
    forms.push_back(name.substr(0, end));
  } else if (!rest.empty()) {
    return forms;
  }
  forms.push_back(number);
  return forms;
}

std::string fitting_name(ImFont* font, const std::string& name, float width) {
  for (const std::string& form : shorter_names(name)) {
    if (text_width(font, form) <= width) return form;
  }
  return {};
}

std::string short_name(ImFont* font, const std::string& name, float width) {
  if (std::string form = fitting_name(font, name, width); !form.empty()) return form;
  const std::string start = elided(font, name, width);
  return start.size() >= fewest_letters + ellipsis.size() ? start : std::string();
}

std::string fitting_number(ImFont* font, const std::string& text, float width) {
  if (text_width(font, text) <= width) return text;
  for (auto room = static_cast<std::size_t>(std::max(0.0f, width / text_width(font, "1"))); room > 0; --room) {
    std::string form = short_number(text, room);
    if (form.empty()) return form;
    if (text_width(font, form) <= width) return form;
  }
  return {};
}

void draw_shortened(ImFont* font, ImVec2 at, ImU32 color, std::string_view whole, std::string_view shown) {
  if (shown.empty()) return;
  at = {std::round(at.x), std::round(at.y)};
  ImGui::GetWindowDrawList()->AddText(font, size_of(font), at, color, shown.data(), shown.data() + shown.size());
  if (TextLog* log = text_log()) log->text(font, at, {text_width(font, shown), line_height(font)}, whole, shown);
}

void draw_shortened_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view whole, std::string_view shown) {
  draw_shortened(font, {middle.x - 0.5f * text_width(font, shown), middle.y - 0.5f * line_height(font)}, color, whole,
                 shown);
}

void draw_text(ImFont* font, ImVec2 at, ImU32 color, std::string_view text) {
  const float room = ImGui::GetWindowDrawList()->GetClipRectMax().x - at.x;
  if (room > 0) draw_text_elided(font, at, color, text, room);
}

void draw_text_elided(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width) {
  draw_shortened(font, at, color, text, elided(font, text, width));
}

void draw_text_before(ImFont* font, ImVec2 right, ImU32 color, std::string_view text, float width) {
  const std::string shown = width > 0 ? elided(font, text, width) : std::string(text);
  draw_shortened(font, {right.x - text_width(font, shown), right.y}, color, text, shown);
}

void draw_text_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view text, float width) {
  const std::string shown = width > 0 ? elided(font, text, width) : std::string(text);
  draw_shortened_centred(font, middle, color, text, shown);
}

void draw_text_wrapped(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width) {
  at = {std::round(at.x), std::round(at.y)};
  const std::string broken = broken_at_spaces(font, text, width);
  const char *begin = broken.data(), *end = begin + broken.size();
  ImGui::GetWindowDrawList()->AddText(font, size_of(font), at, color, begin, end, width);
  const ImVec2 size = font->CalcTextSizeA(size_of(font), FLT_MAX, width, begin, end);
  if (TextLog* log = text_log()) log->text(font, at, size, text, text);
}

std::string fitting_clauses(ImFont* font, std::string_view text, float width) {
  for (std::size_t end = text.size(); end > 0; --end) {
    const std::string_view rest = text.substr(end);
    const bool ends = rest.empty() || rest.starts_with("; ") || rest.starts_with(", ") || rest.starts_with(": ") ||
                      rest.starts_with(" (");
    if (ends && text_width(font, text.substr(0, end)) <= width) return std::string(text.substr(0, end));
  }
  return elided(font, text, width);
}

void draw_text_or_clause(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width) {
  draw_shortened(font, at, color, text, fitting_clauses(font, text, width));
}

void draw_name_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& name, float width) {
  draw_shortened_centred(font, middle, color, name, short_name(font, name, width));
}

void draw_name(ImFont* font, ImVec2 at, ImU32 color, const std::string& name, float width) {
  draw_shortened(font, at, color, name, short_name(font, name, width));
}

void draw_number_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& text, float width) {
  draw_shortened_centred(font, middle, color, text, fitting_number(font, text, width));
}

void text_item(ImFont* font, ImU32 color, std::string_view text, float width) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(width > 0 ? ImGui::GetCursorPosX() + width : 0);
  const std::string broken = broken_at_spaces(font, text, width > 0 ? width : ImGui::GetContentRegionAvail().x);
  ImGui::TextUnformatted(broken.data(), broken.data() + broken.size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (TextLog* log = text_log()) log->text(font, ImGui::GetItemRectMin(), ImGui::GetItemRectSize(), text, text);
}

}  // namespace texelsort::app
