#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/merge/cuda_merge_plan.h"

/// What passes of merges on CUDA have made true, beside what merge_claims.h has.
namespace texelsort::algorithms::merge {

using Starts = std::shared_ptr<const std::vector<std::uint64_t>>;

/// Every sequence is sorted, and has the keys that it had; `what` they are called.
Claim sorted_sequences_claim(const Starts& starts, std::string_view what);

/// The table of that kind has the splitters of this round, which are unique: of equal elements those of earlier
/// sequences come first.
Claim splitters_claim(const CudaPlan& plan, std::uint64_t round, const Starts& starts, const TableKind& table);

}  // namespace texelsort::algorithms::merge
