#pragma once

#include "compute/algorithms/networks/blend_plan.h"

namespace texelsort::algorithms {

/// The claim of a pass of a network's steps: exactly what their references give, and the last step's own sentence.
Claim network_claim(const NetworkPass& pass, data::KeyType type, data::Order order);

/// The claim of a pass of the blending method: exactly what its reference gives, and what it makes true of the lists.
/// Places past the keys hold the largest code.
Claim blend_claim(std::shared_ptr<const BlendStep> step, BlendLists lists, data::KeyType type, data::Order order);

}  // namespace texelsort::algorithms
