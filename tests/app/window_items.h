#pragma once

#include <algorithm>
#include <string_view>

#include "app/gui/window/offscreen.h"

namespace texelsort::app {

/// Returns the item with this name. Null if the frame has none.
inline const DrawnItem* item_of(const TextLog& log, std::string_view name) {
  const auto found = std::ranges::find(log.items(), name, &DrawnItem::name);
  return found == log.items().end() ? nullptr : &*found;
}

/// Scrolls the setup panel until an item is visible. Moves the mouse to the fraction `share` of the item's width.
inline bool point_at_item(OffscreenWindow& window, std::string_view name, float share = 0.5f) {
  for (int turns = 0; turns < 40; ++turns) {
    const DrawnItem* item = item_of(window.texts(), name);
    if (item == nullptr) return false;
    const float y = 0.5f * (item->low.y + item->high.y);
    if (y > item->clip_low.y + 4 && y < item->clip_high.y - 50) {
      window.move_mouse(item->low.x + share * (item->high.x - item->low.x), y);
      return true;
    }
    window.move_mouse(0.5f * (item->clip_low.x + item->clip_high.x), 0.5f * (item->clip_low.y + item->clip_high.y));
    window.turn_wheel(-1);
  }
  return false;
}

}  // namespace texelsort::app
