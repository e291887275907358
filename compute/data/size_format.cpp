#include "compute/data/size_format.h"

#include <iterator>

#include <fmt/format.h>

namespace texelsort::data {

std::string size_text(double bytes) {
  constexpr const char* names[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < std::size(names); ++unit) bytes /= 1000;
  if (unit == 0) return fmt::format("{:.0f} bytes", bytes);
  return fmt::format("{:.{}f} {}", bytes, bytes < 9.995 ? 2 : bytes < 99.95 ? 1 : 0, names[unit]);
}

}  // namespace texelsort::data
