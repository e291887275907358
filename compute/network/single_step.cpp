#include <bit>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/network/generators.h"

namespace texelsort::network {
namespace {

StepClaim ordered_pairs(std::uint64_t distance) {
  const std::string sentence = fmt::format(
      "in every block of {} keys, no key of the first half exceeds the one {} places on", 2 * distance, distance);
  return {sentence, [distance](std::span<const std::uint64_t> codes) -> std::optional<std::uint64_t> {
            for (std::uint64_t high = distance; high < codes.size(); ++high) {
              if ((high & distance) != 0 && codes[high] < codes[high - distance]) return high;
            }
            return std::nullopt;
          }};
}

}  // namespace

Family single_step(std::uint64_t distance) {
  if (!std::has_single_bit(distance)) {
    throw InternalError(fmt::format("a step of distance {}, which is no power of two", distance));
  }
  const std::string id = fmt::format("distance-{}", distance);
  const auto generate = [id, distance](std::uint64_t n) {
    Step step{"step", {Pattern{0, 2 * distance, distance, distance}}, ordered_pairs(distance)};
    return Network{id, n, {Stage{fmt::format("distance {}", distance), {std::move(step)}}}};
  };
  return {id, fmt::format("one step of distance {}", distance), {}, generate};
}

}  // namespace texelsort::network
