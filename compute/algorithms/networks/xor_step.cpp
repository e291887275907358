#include "compute/algorithms/networks/xor_step.h"

#include <bit>

namespace texelsort::algorithms {

std::optional<XorStep> as_xor(const network::Pattern& pattern) {
  const bool halves = pattern.first == 0 && 2 * pattern.length == pattern.period &&
                      pattern.distance == (pattern.mirrored ? pattern.period - 1 : pattern.length);
  if (!halves) return std::nullopt;
  return XorStep{static_cast<std::uint32_t>(std::countr_zero(pattern.length)), pattern.mirrored};
}

std::optional<XorStep> as_xor(const network::Step& step) {
  return step.patterns.size() == 1 ? as_xor(step.patterns.front()) : std::nullopt;
}

}  // namespace texelsort::algorithms
