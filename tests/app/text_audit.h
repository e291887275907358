#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/gui/window/text_log.h"

/// Functions that find faults in the texts of a frame: texts that are cut off without a tooltip, and texts that
/// overlap. Tests of views require that there are no faults, by EXPECT_EQ(listed_faults(window.texts()), "");
namespace texelsort::app {

/// Rectangle that the letters of a text fill. It is smaller than the text's line at the top, the bottom and the sides.
struct Ink {
  float left, top, right, bottom;
};

inline Ink ink_of(const DrawnText& text) {
  return {text.low.x + 1, text.low.y + 0.17f * text.height, text.high.x - 1, text.high.y - 0.14f * text.height};
}

inline std::string shown_at(const DrawnText& text) {
  return fmt::format("'{}' at {:.0f}, {:.0f} to {:.0f}, {:.0f}", text.shown, text.low.x, text.low.y, text.high.x,
                     text.high.y);
}

inline bool overlap(const Ink& a, const Ink& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// Returns the visible part of the rectangle `all`; empty if it is scrolled out of view.
template <class Thing>
Ink seen(const Thing& thing, const Ink& all) {
  return {std::max(all.left, thing.clip_low.x), std::max(all.top, thing.clip_low.y),
          std::min(all.right, thing.clip_high.x), std::min(all.bottom, thing.clip_high.y)};
}

inline Ink seen_of(const DrawnText& text) {
  return seen(text, ink_of(text));
}

inline Ink seen_of(const DrawnItem& item) {
  return seen(item, {item.low.x, item.low.y, item.high.x, item.high.y});
}

inline Ink seen_of(const DrawnCard& card) {
  return {card.low.x, card.low.y, card.high.x, card.high.y};
}

/// Returns the faults among texts that were laid out together.
inline std::vector<std::string> faults_among(const std::vector<DrawnText>& texts) {
  std::vector<std::string> faults;
  std::vector<const DrawnText*> sorted;
  for (const DrawnText& text : texts) {
    const Ink ink = ink_of(text);
    const bool beside = ink.left < text.clip_low.x || ink.right > text.clip_high.x;
    const bool above = ink.top < text.clip_low.y || ink.bottom > text.clip_high.y;
    if (beside || (above && !text.scrolls)) {
      faults.push_back(fmt::format("cut: {} in {:.0f}, {:.0f} to {:.0f}, {:.0f}", shown_at(text), text.clip_low.x,
                                   text.clip_low.y, text.clip_high.x, text.clip_high.y));
    }
    if (text.shown != text.whole && !text.told) {
      faults.push_back(fmt::format("shortened: {} of '{}'", shown_at(text), text.whole));
    }
    const Ink visible = seen_of(text);
    if (visible.left < visible.right && visible.top < visible.bottom) sorted.push_back(&text);
  }
  std::ranges::sort(sorted, {}, [](const DrawnText* text) { return seen_of(*text).top; });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const Ink a = seen_of(*sorted[i]);
    for (std::size_t j = i + 1; j < sorted.size() && seen_of(*sorted[j]).top < a.bottom; ++j) {
      if (sorted[i]->layer != sorted[j]->layer || !overlap(a, seen_of(*sorted[j]))) continue;
      faults.push_back(fmt::format("over one another: {} and {}", shown_at(*sorted[i]), shown_at(*sorted[j])));
    }
  }
  return faults;
}

/// Adds overlaps of buttons, or of cards, to `faults`. Items of one layer must not share a visible pixel.
template <class Thing>
void add_overlaps(const std::vector<Thing>& things, const char* what, std::vector<std::string>& faults) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    for (std::size_t j = i + 1; j < things.size(); ++j) {
      const Ink a = seen_of(things[i]), b = seen_of(things[j]);
      const bool visible = a.left < a.right && a.top < a.bottom && b.left < b.right && b.top < b.bottom;
      if (!visible || things[i].layer != things[j].layer || !overlap(a, b)) continue;
      faults.push_back(fmt::format("over one another: the {} '{}' and '{}'", what, things[i].name, things[j].name));
    }
  }
}

inline std::vector<std::string> text_faults(const TextLog& log) {
  std::vector<std::string> faults = faults_among(log.texts());
  for (const DrawnItem& item : log.items()) {
    const bool cut = item.low.x < item.clip_low.x - 1 || item.high.x > item.clip_high.x + 1 ||
                     (!item.scrolls && (item.low.y < item.clip_low.y - 1 || item.high.y > item.clip_high.y + 1));
    if (cut) faults.push_back(fmt::format("cut: the item '{}'", item.name));
  }
  for (const DrawnCard& card : log.cards()) {
    const float width = card.high.x - card.low.x, height = card.high.y - card.low.y;
    if (width >= 60 && height >= 24) continue;
    faults.push_back(fmt::format("no room: the card '{}' has {:.0f} x {:.0f} pixels", card.name, width, height));
  }
  add_overlaps(log.items(), "items", faults);
  add_overlaps(log.cards(), "cards", faults);
  return faults;
}

/// Returns the number of drawn letters in the last frame that belong to no recorded text or field.
inline std::size_t letters_not_noted(const TextLog& log) {
  std::set<std::pair<float, float>> letters;
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs) {
      if (glyph.Visible) letters.insert({glyph.U0, glyph.V0});
    }
  }
  const auto noted = [&](ImVec2 at) {
    const auto holds = [at](const auto& thing) {
      return at.x >= thing.low.x - 3 && at.x <= thing.high.x + 3 && at.y >= thing.low.y - 3 && at.y <= thing.high.y + 3;
    };
    return std::ranges::any_of(log.texts(), holds) ||
           std::ranges::any_of(log.items(), [&](const DrawnItem& item) { return item.field && holds(item); });
  };
  std::size_t missing = 0;
  const ImDrawData& all = *ImGui::GetDrawData();
  for (int l = 0; l < all.CmdListsCount; ++l) {
    const ImDrawList& list = *all.CmdLists[l];
    for (int v = 0; v + 3 < list.VtxBuffer.Size; ++v) {
      // A letter is a rectangle. Its first corner has the first texture coordinates of the letter in the font.
      const ImDrawVert &low = list.VtxBuffer[v], &high = list.VtxBuffer[v + 2];
      if (!letters.contains({low.uv.x, low.uv.y}) || high.pos.x <= low.pos.x || high.pos.y <= low.pos.y) continue;
      if (!noted({0.5f * (low.pos.x + high.pos.x), 0.5f * (low.pos.y + high.pos.y)})) ++missing;
    }
  }
  return missing;
}

/// Returns all faults of the last frame, one per line.
inline std::string listed_faults(const TextLog& log) {
  return fmt::format("{}", fmt::join(text_faults(log), "\n"));
}

}  // namespace texelsort::app
