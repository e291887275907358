#pragma once

#include <cstdint>
#include <optional>

#include "compute/network/network.h"

namespace texelsort::algorithms {

/// Step that compares place i with place i XOR mask. The mask is 2^bit for a shift, and 2^(bit + 1) - 1 for a reversal.
/// The place whose bit `bit` is zero gets the smaller key, or the larger key if the direction is reversed. `flip` and
/// `reversed` are defined as in network::Pattern. Partners have the same bits of `flip`.
struct XorStep {
  std::uint32_t bit = 0;
  bool reversal = false;
  std::uint64_t flip = 0;
  bool reversed = false;

  bool one_way() const { return flip == 0 && !reversed; }
};

/// Returns the only pattern of a step. Null if the step has several patterns or lists comparators.
const network::Pattern* only_pattern(const network::Step& step);

/// Converts a step with one pattern that halves power-of-two blocks, as in bitonic merge sort. Null for other steps.
std::optional<XorStep> as_xor(const network::Step& step);

/// Converts a pattern that halves power-of-two blocks. Null for other patterns.
std::optional<XorStep> as_xor(const network::Pattern& pattern);

}  // namespace texelsort::algorithms
