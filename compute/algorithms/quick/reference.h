#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/quick/plan.h"

/// Reference implementations of the passes of a round, on numbers that are in the order of the keys.
namespace texelsort::algorithms::quick {

using Numbers = std::span<const std::uint64_t>;

/// Returns the pivot of each part.
std::vector<std::uint64_t> pivots(const Round& round, const Settings& settings, Numbers ranks);

/// Returns, for each share, how many elements are less than, equivalent to and greater than its part's pivot.
std::vector<std::uint64_t> class_counts(const Round& round, Numbers pivots, Numbers ranks);

/// The destinations of these classes for each share, and the sizes of each part's first two classes.
struct Places {
  std::vector<std::uint64_t> places, sizes;
};
Places class_places(const Round& round, Numbers counts);

/// Returns the remaining parts after each part was split into its classes.
std::vector<Subarray> split_parts(const Round& round, Numbers sizes);

}  // namespace texelsort::algorithms::quick
