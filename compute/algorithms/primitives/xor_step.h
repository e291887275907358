#pragma once

#include <cstdint>
#include <optional>

#include "compute/network/network.h"

namespace texelsort::algorithms {

/// A step that compares i with i XOR mask: the mask is 2^bit for a shift, 2^(bit + 1) - 1 for a reversal. The place
/// whose bit `bit` is clear gets the smaller key, or, where the step is directed so, the larger: flip and reversed are
/// those of network::Pattern, and partners agree in the bits of flip.
struct XorStep {
  std::uint32_t bit = 0;
  bool reversal = false;
  std::uint64_t flip = 0;
  bool reversed = false;

  bool one_way() const { return flip == 0 && !reversed; }
};

/// A step's pattern, if it is one pattern and lists nothing; else null.
const network::Pattern* only_pattern(const network::Step& step);

/// The step in this form, if it is one pattern that halves power-of-two blocks, as in bitonic merge sort.
std::optional<XorStep> as_xor(const network::Step& step);

/// The same for one pattern.
std::optional<XorStep> as_xor(const network::Pattern& pattern);

}  // namespace texelsort::algorithms
