#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/quick/plan.h"

/// Plain C++ for the passes of a round, on numbers that are in the order of the keys.
namespace texelsort::algorithms::quick {

using Numbers = std::span<const std::uint64_t>;

/// The pivot of each part.
std::vector<std::uint64_t> pivots(const Round& round, const Settings& settings, Numbers ranks);

/// For each share, how many elements are less than its part's pivot, equivalent to it and greater.
std::vector<std::uint64_t> class_counts(const Round& round, Numbers pivots, Numbers ranks);

/// Where each of those go, and the sizes of each part's first two classes.
struct Places {
  std::vector<std::uint64_t> places, sizes;
};
Places class_places(const Round& round, Numbers counts);

/// The parts that are left once parts have become their classes.
std::vector<Subarray> split_parts(const Round& round, Numbers sizes);

}  // namespace texelsort::algorithms::quick
