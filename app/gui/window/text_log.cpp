#include "app/gui/window/text_log.h"

#include <algorithm>

#include "app/gui/window/text.h"

namespace texelsort::app {

namespace {

/// Smallest visible height in pixels at which a card within a scrolled area is recorded.
constexpr float least_card = 24;

}  // namespace

TextLog* text_log() {
  return static_cast<TextLog*>(ImGui::GetIO().UserData);
}

void TextLog::begin_frame(bool keeps) {
  keeps_ = keeps;
  other_told_ = false;
  told_.clear();
  last_layer_ = 0;
  layers_ = {0};
  texts_.clear();
  items_.clear();
  cards_.clear();
}

void TextLog::raise() {
  layers_.push_back(++last_layer_);
}

void TextLog::lower() {
  layers_.pop_back();
}

void TextLog::text(ImFont* font, ImVec2 at, ImVec2 size, std::string_view whole, std::string_view shown) {
  const ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 clip_low = draw.GetClipRectMin(), clip_high = draw.GetClipRectMax();
  const ImVec2 high{at.x + size.x, at.y + size.y};
  const bool cut = shown != whole;
  if (cut && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool inside = mouse.x >= at.x && mouse.y >= at.y && mouse.x < high.x && mouse.y < high.y &&
                        mouse.x >= clip_low.x && mouse.y >= clip_low.y && mouse.x < clip_high.x &&
                        mouse.y < clip_high.y;
    if (inside) tell(whole);
  }
  if (!keeps_) return;
  texts_.push_back({.whole = std::string(whole),
                    .shown = std::string(shown),
                    .low = at,
                    .high = high,
                    .clip_low = clip_low,
                    .clip_high = clip_high,
                    .height = line_height(font),
                    .told = cut,
                    .scrolls = within_scrolled_ || ImGui::GetScrollMaxY() > 0,
                    .layer = layers_.back(),
                    .card = static_cast<unsigned>(cards_.size())});
}

void TextLog::item(std::string_view name, ImVec2 low, ImVec2 high, bool field) {
  if (!keeps_) return;
  const ImDrawList& draw = *ImGui::GetWindowDrawList();
  items_.push_back({.name = std::string(name),
                    .low = low,
                    .high = high,
                    .clip_low = draw.GetClipRectMin(),
                    .clip_high = draw.GetClipRectMax(),
                    .scrolls = within_scrolled_ || ImGui::GetScrollMaxY() > 0,
                    .field = field,
                    .layer = layers_.back()});
}

void TextLog::card(std::string_view name, ImVec2 low, ImVec2 high) {
  if (!keeps_) return;
  if (within_scrolled_) {
    // Record only the visible part of a text, because hidden parts occupy no space.
    const ImVec2 top = ImGui::GetWindowDrawList()->GetClipRectMin(), end = ImGui::GetWindowDrawList()->GetClipRectMax();
    low.y = std::max(low.y, top.y);
    high.y = std::min(high.y, end.y);
    if (high.y - low.y < least_card) return;
  }
  cards_.push_back({std::string(name), low, high, layers_.back()});
}

}  // namespace texelsort::app
