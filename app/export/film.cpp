#include "app/export/film.h"

#include <algorithm>
#include <cstring>

namespace texelsort::app {

FilmArea changed_area(const Picture& before, const Picture& after) {
  std::uint32_t left = after.width, top = after.height, right = 0, bottom = 0;
  for (std::uint32_t y = 0; y < after.height; ++y) {
    for (std::uint32_t x = 0; x < after.width; ++x) {
      const std::size_t at = 4 * (std::size_t{y} * after.width + x);
      if (std::memcmp(before.rgba.data() + at, after.rgba.data() + at, 4) == 0) continue;
      left = std::min(left, x);
      top = std::min(top, y);
      right = std::max(right, x + 1);
      bottom = std::max(bottom, y + 1);
    }
  }
  if (right == 0) return {};
  return {left, top, right - left, bottom - top};
}

}  // namespace texelsort::app
