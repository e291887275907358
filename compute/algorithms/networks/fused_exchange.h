#pragma once

#include <optional>
#include <span>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/primitives/xor_step.h"

/// Passes of XOR steps: a fragment holds all elements that its steps compare with one another.
namespace texelsort::algorithms {

/// Direction of a step: the larger key goes to the lower place if the place has an odd number of the bits of `flip`, or
/// an even number, if reversed.
struct FusedDirection {
  std::uint64_t flip = 0;
  bool reversed = false;
  bool operator==(const FusedDirection&) const = default;
};

/// One step within a fragment. Bit k of `flips` is set if the partners differ in held bit k. Bits 0 and 1 belong to the
/// channel, followed by the target bits. The highest set bit is the pivot: the place where it is clear keeps the
/// minimum.
struct FusedStep {
  std::uint32_t flips = 0;
  FusedDirection direction{};
  bool operator==(const FusedStep&) const = default;
};

/// Work of a fragment that executes XOR steps: the layout that it writes, and the steps in terms of its held bits.
struct FusedExchange {
  FusedLayout layout;
  std::vector<FusedStep> steps;
};

/// Combines all of these steps in one pass. Null if no fragment holds enough elements. `linear` gives the size, and the
/// target bits that the steps leave open.
std::optional<FusedExchange> fuse(std::span<const XorStep> steps, const FusedLayout& linear);

/// Returns how many of the last steps one pass can execute if it must end in the linear layout.
std::size_t linear_tail(std::span<const XorStep> steps, const FusedLayout& linear, std::size_t most_steps);

/// Works like fuse(), but with the linear layout's target bits.
std::optional<FusedExchange> fuse_linear(std::span<const XorStep> steps, const FusedLayout& linear);

}  // namespace texelsort::algorithms
