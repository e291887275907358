#pragma once

#include <cstdint>
#include <optional>

#include "compute/network/network.h"

namespace texelsort::algorithms {

/// Step that compares i with i XOR mask. The mask is 2^bit for a shift, 2^(bit + 1) - 1 for a reversal. The place whose
/// bit `bit` is clear gets the smaller key, or the larger one if the direction is reversed. `flip` and `reversed` are
/// those of network::Pattern. Partners agree in the bits of `flip`.
struct XorStep {
  std::uint32_t bit = 0;
  bool reversal = false;
  std::uint64_t flip = 0;
  bool reversed = false;

  bool one_way() const { return flip == 0 && !reversed; }
};

/// Returns the pattern of a step that consists of one pattern without listed comparators. Null otherwise.
const network::Pattern* only_pattern(const network::Step& step);

/// Converts a step that is one pattern and halves power-of-two blocks, as in bitonic merge sort. Null otherwise.
std::optional<XorStep> as_xor(const network::Step& step);

/// Converts one pattern in the same way.
std::optional<XorStep> as_xor(const network::Pattern& pattern);

}  // namespace texelsort::algorithms
