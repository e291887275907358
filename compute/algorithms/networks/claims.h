#pragma once

#include <span>

#include "compute/algorithms/networks/blend_plan.h"

namespace texelsort::algorithms {

/// Makes the claim of a pass of network steps: exactly the result of their reference, and the last step's own
/// postcondition.
Claim network_claim(const NetworkPass& pass, data::KeyType type, data::Order order);

/// Makes the claim of a pass of the blending method: exactly the result of its reference, and its postcondition for the
/// lists. Places past the keys hold the largest encoded key.
Claim blend_claim(std::shared_ptr<const BlendStep> step, BlendLists lists, data::KeyType type, data::Order order);

/// Reverses a list and complements its keys. Its own inverse.
void flip(std::span<std::uint64_t> codes);

/// Executes a pass of the blending method. `codes` holds lists.places() encoded keys.
void apply(const BlendStep& step, BlendLists lists, std::span<std::uint64_t> codes);

}  // namespace texelsort::algorithms
