#pragma once

#include <span>

#include "compute/algorithms/networks/blend_plan.h"

/// Reference implementations of passes that are not network steps. network::apply() is the reference of steps.
namespace texelsort::algorithms {

/// Reverses a list and complements its keys. Its own inverse.
void flip(std::span<std::uint64_t> codes);

/// Executes a pass of the blending method. `codes` holds lists.places() encoded keys.
void apply(const BlendStep& step, BlendLists lists, std::span<std::uint64_t> codes);

}  // namespace texelsort::algorithms
