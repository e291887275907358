#pragma once

#include <span>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/schedule.h"

/// What kernels and the CPU's passes do, by their definition, on keys as ranks. That of merging itself is
/// merged_claim().
namespace texelsort::algorithms::merge {

/// The selections of the t smallest, in O(n log n): a row of k for each of the ascending targets.
Numbers selections_by_definition(const Sequences& sequences, std::span<const std::uint64_t> targets);

/// The splitters of all parts of a round, row after row: among all sequences of the input, or among those of the group
/// that a part begins in.
Numbers select_splitters(std::span<const std::uint64_t> ranks, const device::Parts& round);

/// Every sequence by itself.
Numbers sort_sequences(std::span<const std::uint64_t> ranks, const Numbers& starts);

}  // namespace texelsort::algorithms::merge
