#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Decision by a pivot in multiway selection: N. Leischner, "GPU algorithms for comparison-based sorting and for
/// merging based on multiway selection", Algorithm 3. It does not depend on how the pivot was ranked in the sequences.
namespace texelsort::algorithms {

/// Bounds of a selection in one sequence, and the rank of the last pivot there.
struct PivotBounds {
  std::uint64_t lower = 0, upper = 0;    ///< lower and upper bound of the number of selected elements
  std::uint64_t below = 0, through = 0;  ///< numbers of elements < pivot and <= pivot
};

/// Returns whether the t smallest elements end among those equal to the pivot. If not, narrows the bounds.
bool decide_by_pivot(std::span<PivotBounds> bounds, std::uint64_t target);

/// Returns the number of selected elements of each sequence, for the pivot that decided. Elements equal to the pivot
/// are taken from the first sequences, as many as are missing.
std::vector<std::uint64_t> selected_by_pivot(std::span<const PivotBounds> bounds, std::uint64_t target);

}  // namespace texelsort::algorithms
