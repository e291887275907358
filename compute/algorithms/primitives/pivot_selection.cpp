#include "compute/algorithms/primitives/pivot_selection.h"

#include <algorithm>

namespace texelsort::algorithms {

bool decide_by_pivot(std::span<PivotBounds> bounds, std::uint64_t target) {
  std::uint64_t below = 0, through = 0;
  for (const PivotBounds& own : bounds) {
    below += own.below;
    through += own.through;
  }
  if (below <= target && target <= through) return true;
  // If a round ranks several pivots, a later pivot may give weaker bounds than an earlier pivot.
  for (PivotBounds& own : bounds) {
    if (below > target) {
      own.upper = std::min(own.upper, own.below);
    } else {
      own.lower = std::max(own.lower, own.through);
    }
  }
  return false;
}

std::vector<std::uint64_t> selected_by_pivot(std::span<const PivotBounds> bounds, std::uint64_t target) {
  std::uint64_t gap = target;
  for (const PivotBounds& own : bounds) gap -= own.below;
  std::vector<std::uint64_t> selected;
  for (const PivotBounds& own : bounds) {
    const std::uint64_t added = std::min(gap, own.through - own.below);
    selected.push_back(own.below + added);
    gap -= added;
  }
  return selected;
}

}  // namespace texelsort::algorithms
