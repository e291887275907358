#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "compute/data/text/text_place.h"

namespace texelsort::measure {

/// Returns the number of characters of UTF-8 text, which is its width in a table.
inline std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, data::continues_character));
}

}  // namespace texelsort::measure
