#pragma once

#include <span>

#include "compute/algorithms/networks/blend_plan.h"

namespace texelsort::algorithms {

/// Returns the claim of a pass of network steps: the result equals the result of the reference implementation, and the
/// postcondition of the last step holds.
Claim network_claim(const NetworkPass& pass, data::KeyType type, data::Order order);

/// Returns the claim of a pass of the blending method: the result equals the result of the reference implementation,
/// and the postcondition of the lists holds. Places after the keys hold the largest encoded key.
Claim blend_claim(std::shared_ptr<const BlendStep> step, BlendLists lists, data::KeyType type, data::Order order);

/// Reverses a list and complements its keys. A second call restores the list.
void flip(std::span<std::uint64_t> codes);

/// Executes a pass of the blending method on the CPU. `codes` holds lists.places() encoded keys.
void apply(const BlendStep& step, BlendLists lists, std::span<std::uint64_t> codes);

}  // namespace texelsort::algorithms
