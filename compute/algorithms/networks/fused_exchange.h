#pragma once

#include <optional>
#include <span>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/primitives/xor_step.h"

/// Fused passes of XOR steps. A fragment holds all elements that its steps compare with one another.
namespace texelsort::algorithms {

/// Direction of a step. The larger key goes to the lower place if the place's index has an odd number of the bits of
/// `flip` set, or an even number if `reversed`.
struct FusedDirection {
  std::uint64_t flip = 0;
  bool reversed = false;
  bool operator==(const FusedDirection&) const = default;
};

/// One step within a fragment. Bit k of `flips` is set if the partners differ in the k-th bit held by the fragment.
/// Bits 0 and 1 select the channel, the others are the target bits. The highest set bit is the pivot: the element with
/// a zero there gets the minimum.
struct FusedStep {
  std::uint32_t flips = 0;
  FusedDirection direction{};
  bool operator==(const FusedStep&) const = default;
};

/// Work of a fragment that executes XOR steps: the layout that it writes, and its steps.
struct FusedExchange {
  FusedLayout layout;
  std::vector<FusedStep> steps;
};

/// Combines all these steps in one pass. Null if no fragment holds enough elements. `linear` gives the size, and the
/// target bits that the steps do not determine.
std::optional<FusedExchange> fuse(std::span<const XorStep> steps, const FusedLayout& linear);

/// Returns how many steps, counted from the last, one pass can execute if it must end in the linear layout.
std::size_t linear_tail(std::span<const XorStep> steps, const FusedLayout& linear, std::size_t most_steps);

/// Combines the steps like fuse(), but with the target bits of the linear layout.
std::optional<FusedExchange> fuse_linear(std::span<const XorStep> steps, const FusedLayout& linear);

}  // namespace texelsort::algorithms
