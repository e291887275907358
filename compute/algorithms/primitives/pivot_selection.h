#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// What a pivot decides of a multiway selection: N. Leischner, "GPU algorithms for comparison-based sorting and for
/// merging based on multiway selection", Algorithm 3, whoever has ranked the pivot in the sequences.
namespace texelsort::algorithms {

/// What is known of one sequence.
struct PivotBounds {
  std::uint64_t lower = 0, upper = 0;    ///< as many of its elements are selected, at least and at the most
  std::uint64_t below = 0, through = 0;  ///< are smaller than the last pivot; or equal to it: through >= below
};

/// Whether the t smallest elements end among those equal to the pivot; else the bounds are narrowed by it.
bool decide_by_pivot(std::span<PivotBounds> bounds, std::uint64_t target);

/// How many elements of each sequence are selected, by the pivot that decided: of those equal to it the first sequences
/// give as many as are wanting.
std::vector<std::uint64_t> selected_by_pivot(std::span<const PivotBounds> bounds, std::uint64_t target);

}  // namespace texelsort::algorithms
