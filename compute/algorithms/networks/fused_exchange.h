#pragma once

#include <optional>
#include <span>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/primitives/xor_step.h"

/// Passes of XOR steps: a fragment holds all the elements that its steps compare with one another.
namespace texelsort::algorithms {

/// Where the larger key goes to the lower place: wherever the place has an odd number of the bits of `flip`, or an even
/// number, when reversed.
struct FusedDirection {
  std::uint64_t flip = 0;
  bool reversed = false;
  bool operator==(const FusedDirection&) const = default;
};

/// One step within a fragment. Bit k of `flips` says whether the partners differ in held bit k; bits 0 and 1 are the
/// channel's, then come the target bits. The highest is the pivot: the place where it is clear keeps the minimum.
struct FusedStep {
  std::uint32_t flips = 0;
  FusedDirection direction{};
  bool operator==(const FusedStep&) const = default;
};

/// What a fragment does that executes XOR steps: the layout that it writes, and the steps in its terms.
struct FusedExchange {
  FusedLayout layout;
  std::vector<FusedStep> steps;
};

/// All of these steps in one pass; nothing if no fragment holds enough. `linear` gives the size and the target bits to
/// take where the steps leave the choice.
std::optional<FusedExchange> fuse(std::span<const XorStep> steps, const FusedLayout& linear);

/// How many of the last steps can be executed by a pass that leaves the linear layout.
std::size_t linear_tail(std::span<const XorStep> steps, const FusedLayout& linear, std::size_t most_steps);

/// The same as fuse, with the linear layout's target bits.
std::optional<FusedExchange> fuse_linear(std::span<const XorStep> steps, const FusedLayout& linear);

}  // namespace texelsort::algorithms
