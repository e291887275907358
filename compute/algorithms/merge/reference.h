#pragma once

#include <span>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/schedule.h"

/// Reference implementations of the kernels and CPU passes of merges. Keys are given as ranks. The reference for
/// merging itself is merged_claim().
namespace texelsort::algorithms::merge {

/// Returns the number of elements of each of the k sequences that are among the t smallest of all. The result has one
/// row of k numbers for each of the ascending targets t. The time is O(n log n).
Numbers selections_by_definition(const Sequences& sequences, std::span<const std::uint64_t> targets);

/// Returns the splitters of all parts of a round, row by row. If the splitters are selected once, a row covers all
/// sequences of the input. Otherwise a row covers the group in which the part begins.
Numbers select_splitters(std::span<const std::uint64_t> ranks, const device::Parts& round);

/// Returns the ranks of the keys after every sequence has been sorted separately.
Numbers sort_sequences(std::span<const std::uint64_t> ranks, const Numbers& starts);

}  // namespace texelsort::algorithms::merge
