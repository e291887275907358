#pragma once

#include <cstdint>
#include <optional>

#include "compute/network/network.h"

namespace texelsort::algorithms {

/// Network step that compares place i with place i XOR mask. The mask is 2^bit for a shift, and 2^(bit + 1) - 1 for a
/// reversal. The place whose bit `bit` is zero gets the smaller key, or the larger key if the direction is reversed.
/// `flip` and `reversed` have the meaning of network::Pattern. Partners have the same bits of `flip`.
struct XorStep {
  std::uint32_t bit = 0;
  bool reversal = false;
  std::uint64_t flip = 0;
  bool reversed = false;

  bool one_way() const { return flip == 0 && !reversed; }
};

/// Returns the pattern of a step with a single pattern. Returns null if the step has several patterns or lists
/// comparators.
const network::Pattern* only_pattern(const network::Step& step);

/// Converts a step with one pattern that halves power-of-two blocks, as in bitonic merge sort. Returns null for other
/// steps.
std::optional<XorStep> as_xor(const network::Step& step);

/// Converts a pattern that halves power-of-two blocks to an XorStep. Returns null for other patterns.
std::optional<XorStep> as_xor(const network::Pattern& pattern);

}  // namespace texelsort::algorithms
