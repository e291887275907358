#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Decision by a pivot in multiway selection (N. Leischner, "GPU algorithms for comparison-based sorting and for
/// merging based on multiway selection", Algorithm 3). The decision needs only the ranks of the pivot in the sequences.
namespace texelsort::algorithms {

/// Knowledge of a selection about one sequence: bounds of the number of selected elements, and the ranks of the last
/// pivot.
struct PivotBounds {
  std::uint64_t lower = 0, upper = 0;
  std::uint64_t below = 0, through = 0;  ///< numbers of elements < pivot and <= pivot
};

/// Returns whether the `target` smallest elements of all sequences end among the elements equal to the pivot. If not,
/// narrows the bounds.
bool decide_by_pivot(std::span<PivotBounds> bounds, std::uint64_t target);

/// Returns the number of selected elements of each sequence, for the pivot with which decide_by_pivot() returned true.
/// Elements equal to the pivot are selected from the first sequences until `target` elements are selected.
std::vector<std::uint64_t> selected_by_pivot(std::span<const PivotBounds> bounds, std::uint64_t target);

}  // namespace texelsort::algorithms
