#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"

/// Functions that choose the longest form of a text that fits into a given width.
namespace texelsort::app {

/// Returns the first of several forms of a text that fits in `width` pixels. Returns the last form if none fits.
inline std::string fitting_text(ImFont* font, std::initializer_list<std::string> ways, float width) {
  for (const std::string& way : ways) {
    if (text_width(font, way) <= width) return way;
  }
  return *(ways.end() - 1);
}

/// Returns the first of several forms of a caption that fits next to a card's title. Returns the last form if none
/// fits.
inline std::string fitting_caption(const Ui& ui, const Box& box, std::string_view title,
                                   std::initializer_list<std::string> ways) {
  const float title_end = box.low.x + ui.px(16) + text_width(ui.fonts.title, title) + ui.px(22);
  return fitting_text(ui.fonts.small, ways, header_end(ui, box) - title_end);
}

}  // namespace texelsort::app
