#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/networks/fused_plan.h"

namespace texelsort::algorithms {

/// A pass for the first so many steps of what is left of a network.
struct FusedOption {
  std::size_t steps = 0;
  double cost = 0;  ///< in texels read or written by every fragment
  FusedPass pass;
};

using FusedSteps = std::span<const std::shared_ptr<const network::Step>>;

/// What a pass costs whose fragments read so many texels and compare so many words, their writing included.
double fused_cost(std::size_t texels, std::size_t comparisons, const FusedLayout& linear);

/// The cheapest pass for every number of first steps that can be executed together, and the cheapest that leaves the
/// linear layout; a search for the first step if there is nothing else. None goes beyond the given steps.
std::vector<FusedOption> fused_options(FusedSteps steps, std::uint64_t n, const FusedLayout& linear);

}  // namespace texelsort::algorithms
