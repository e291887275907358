#include "compute/algorithms/primitives/xor_step.h"

#include <bit>

namespace texelsort::algorithms {

std::optional<XorStep> as_xor(const network::Pattern& pattern) {
  const bool halves = pattern.first == 0 && 2 * pattern.length == pattern.period &&
                      pattern.distance == (pattern.mirrored ? pattern.period - 1 : pattern.length);
  const bool crosses_fence = pattern.fence != 0 && pattern.fence < pattern.period;
  if (!halves || crosses_fence || (pattern.flip & (pattern.period - 1)) != 0) return std::nullopt;
  return XorStep{static_cast<std::uint32_t>(std::countr_zero(pattern.length)), pattern.mirrored, pattern.flip,
                 pattern.reversed};
}

const network::Pattern* only_pattern(const network::Step& step) {
  return step.patterns.size() == 1 && step.listed.empty() ? &step.patterns.front() : nullptr;
}

std::optional<XorStep> as_xor(const network::Step& step) {
  const network::Pattern* pattern = only_pattern(step);
  return pattern != nullptr ? as_xor(*pattern) : std::nullopt;
}

}  // namespace texelsort::algorithms
