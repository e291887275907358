#pragma once

#include <memory>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/merge/merge_plan.h"

/// What passes of a merge have made true. The rounds are shared, as claims may be tested later.
namespace texelsort::algorithms::merge {

/// The views "lower", "splitters" and "upper" hold bounds of the selections and what is selected now; the selections by
/// definition lie between the bounds, and are what is selected once `finished`.
Claim selection_claim(std::shared_ptr<const Round> round, bool finished);

/// What the view "output" has of each part of each group are its smallest keys, in order; `stable`: equal ones in the
/// order of their sequences.
Claim blocks_claim(std::shared_ptr<const Round> round, bool stable);

/// In the view "output", each part is cut into blocks of twice the distance, of which no key of the first half is
/// above one of the second. Distance 0: it has just been turned, and each part falls and then rises.
Claim bitonic_claim(std::shared_ptr<const Round> round, std::uint64_t distance);

/// Every group is merged; `stable`: equal keys, and the payload with them, in the order of their sequences.
Claim merged_claim(std::shared_ptr<const Round> round, bool stable);

}  // namespace texelsort::algorithms::merge
