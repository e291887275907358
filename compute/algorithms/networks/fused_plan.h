#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/networks/network_run.h"

namespace texelsort::algorithms {

/// Where an element is: texel number `position` of layer `layer`, in word `channel`.
struct FusedPlace {
  std::uint64_t position = 0;
  std::uint32_t layer = 0;
  std::uint32_t channel = 0;
  bool operator==(const FusedPlace&) const = default;
};

/// A layout of 2^index_bits elements in layers of four-word texels. Bits 0 and 1 of an index are the channel, some
/// "target" bits are the layer, and the others, in order, are the texel's position. All of this is linear over GF(2),
/// so the place of i XOR j is the place of i XOR the place of j; shaders use that.
///
/// A step against a reversal flips bits that are neither channel nor layer, but a fragment writes one position only.
/// So elements whose target bit j is set are kept at the position flipped by `reversals[j]`: there such partners meet.
struct FusedLayout {
  unsigned index_bits = 0;
  std::vector<std::uint32_t> target_bits;  ///< ascending, 2 or more each
  std::vector<std::uint64_t> reversals;    ///< a mask a target bit, of bits that are neither target nor channel

  FusedPlace place(std::uint64_t i) const;
  bool operator==(const FusedLayout&) const = default;
};

/// The layout in which memory, layer after layer, is in the order of indices.
FusedLayout linear_layout(unsigned index_bits, unsigned log2_targets);

/// One step within a fragment. Bit k of `flips` says whether the partners differ in held bit k; bits 0 and 1 are the
/// channel's, then come the target bits. The highest is the pivot: the place where it is clear keeps the minimum.
struct FusedStep {
  std::uint32_t flips = 0;
  bool operator==(const FusedStep&) const = default;
};

/// A pass: reads whatever layout the data is in, executes the steps in registers, writes its own layout.
struct FusedPass {
  FusedLayout layout;
  std::vector<FusedStep> steps;
};

struct FusedPlan {
  std::shared_ptr<const Schedule> schedule;  ///< a pass each for `passes`
  std::vector<FusedPass> passes;
  unsigned index_bits = 0;
};

/// Why steps of a network cannot be fused; nothing if they all can.
std::optional<std::string> fusing_refusal(const Schedule& schedule);

/// Passes of as many successive steps as a fragment with 4 * 2^log2_targets keys can execute, at most `most_steps`
/// each. The last pass leaves the linear layout. The schedule's steps are XOR steps (see fusing_refusal).
FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps);

}  // namespace texelsort::algorithms
