#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/quick/plan.h"

/// Reference implementations of the passes of a partition round of quicksort. Keys are given as numbers in the order of
/// the keys.
namespace texelsort::algorithms::quick {

using Numbers = std::span<const std::uint64_t>;

/// Returns the pivot of each part of a round.
std::vector<std::uint64_t> pivots(const Round& round, const Settings& settings, Numbers ranks);

/// Returns, for each share, the number of elements less than, equivalent to and greater than the pivot of its part.
std::vector<std::uint64_t> class_counts(const Round& round, Numbers pivots, Numbers ranks);

/// Destinations of the three classes of keys of each share, and sizes of the first two classes of each part.
struct Places {
  std::vector<std::uint64_t> places, sizes;
};
Places class_places(const Round& round, Numbers counts);

/// Returns the parts that remain to be sorted after a round has split each part into its classes.
std::vector<Subarray> split_parts(const Round& round, Numbers sizes);

}  // namespace texelsort::algorithms::quick
