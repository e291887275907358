#pragma once

#include <span>

#include "compute/algorithms/networks/blend_plan.h"

/// The references of passes that are no steps of a network; those that are have network::apply().
namespace texelsort::algorithms {

/// Turns a list end to end and its order upside down; its own inverse.
void flip(std::span<std::uint64_t> codes);

/// The reference of a pass of the blending method: `codes` holds lists.places() codes.
void apply(const BlendStep& step, BlendLists lists, std::span<std::uint64_t> codes);

}  // namespace texelsort::algorithms
