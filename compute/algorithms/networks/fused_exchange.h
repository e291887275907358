#pragma once

#include <optional>
#include <span>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/algorithms/primitives/xor_step.h"

/// Fused passes of XOR steps. A fragment of such a pass holds all elements that the steps compare with one another.
namespace texelsort::algorithms {

/// Direction of a step. The larger key goes to the lower place if the index of that place has an odd number of the bits
/// of `flip` set. With `reversed`, the number must be even.
struct FusedDirection {
  std::uint64_t flip = 0;
  bool reversed = false;
  bool operator==(const FusedDirection&) const = default;
};

/// One step within a fragment. Bit k of `flips` is set if the partners differ in the k-th bit held by the fragment.
/// Bits 0 and 1 select the channel, and the higher bits are the target bits. The highest set bit is the pivot: the
/// element with a zero in this bit gets the minimum.
struct FusedStep {
  std::uint32_t flips = 0;
  FusedDirection direction{};
  bool operator==(const FusedStep&) const = default;
};

/// Work of a fragment that executes XOR steps: the layout that the fragment writes, and its steps.
struct FusedExchange {
  FusedLayout layout;
  std::vector<FusedStep> steps;
};

/// Combines all steps in one pass. Returns null if no fragment holds enough elements. `linear` gives the number of
/// elements, and the target bits that the steps do not determine.
std::optional<FusedExchange> fuse(std::span<const XorStep> steps, const FusedLayout& linear);

/// Returns the number of last steps that one pass can execute if the pass must end in the linear layout.
std::size_t linear_tail(std::span<const XorStep> steps, const FusedLayout& linear, std::size_t most_steps);

/// Combines steps like fuse(), but always with the target bits of the linear layout.
std::optional<FusedExchange> fuse_linear(std::span<const XorStep> steps, const FusedLayout& linear);

}  // namespace texelsort::algorithms
