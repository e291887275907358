#include "compute/data/text/number_format.h"

#include <iterator>

#include <fmt/format.h>

namespace texelsort::data {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, ",");
  }
  return text;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view plural) {
  if (number == 1) return fmt::format("1 {}", one);
  return plural.empty() ? fmt::format("{} {}s", grouped(number), one) : fmt::format("{} {}", grouped(number), plural);
}

std::string duration_text(double ms) {
  if (ms >= 999.5) return fmt::format("{:.3g} s", ms / 1000);
  if (ms >= 0.9995) return fmt::format("{:.3g} ms", ms);
  return fmt::format("{:.3g} µs", ms * 1000);
}

std::string size_text(double bytes) {
  constexpr const char* names[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < std::size(names); ++unit) bytes /= 1000;
  if (unit == 0) return fmt::format("{:.0f} bytes", bytes);
  return fmt::format("{:.{}f} {}", bytes, bytes < 9.995 ? 2 : bytes < 99.95 ? 1 : 0, names[unit]);
}

}  // namespace texelsort::data
