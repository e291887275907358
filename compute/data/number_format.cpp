#include "compute/data/number_format.h"

#include <fmt/format.h>

namespace texelsort::data {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, "\u00a0");
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

}  // namespace texelsort::data
