#pragma once

#include <span>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/schedule.h"

/// Reference implementations of the kernels and CPU passes. Keys are given as ranks. The reference for merging is
/// merged_claim().
namespace texelsort::algorithms::merge {

/// Returns how many elements of each of the k sequences are among the t smallest of all. The result has one row of k
/// numbers for each of the ascending targets t. O(n log n).
Numbers selections_by_definition(const Sequences& sequences, std::span<const std::uint64_t> targets);

/// Returns the splitters of all parts of a round, row by row. If they are selected once, a row covers all sequences of
/// the input; otherwise, it covers the group in which the part begins.
Numbers select_splitters(std::span<const std::uint64_t> ranks, const device::Parts& round);

/// Returns the keys with every sequence sorted separately.
Numbers sort_sequences(std::span<const std::uint64_t> ranks, const Numbers& starts);

}  // namespace texelsort::algorithms::merge
