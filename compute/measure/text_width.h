#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "compute/data/text/text_place.h"

namespace texelsort::measure {

/// Characters of UTF-8 text: a table's columns are as wide as these, not as the bytes.
inline std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, data::continues_character));
}

}  // namespace texelsort::measure
