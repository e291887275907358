#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::app {

/// Pixels, row 0 on top, red, green, blue, alpha; 4 * width * height bytes.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  bool operator==(const Picture&) const = default;
};

}  // namespace texelsort::app
