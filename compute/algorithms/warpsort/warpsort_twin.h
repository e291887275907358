#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/warpsort/warpsort_plan.h"

/// Plain C++ for the tables of step 3 and what step 4 merges, on numbers that are in the order of the keys.
namespace texelsort::algorithms::warpsort {

using Numbers = std::span<const std::uint64_t>;

std::vector<std::uint64_t> splitters(const Plan& plan, Numbers ranks);

/// parts + 1 rows of a place in each sequence: where the part ends that the row before begins.
std::vector<std::uint64_t> bounds(const Plan& plan, Numbers splitters, Numbers ranks);

/// Where each subsequence goes, part after part; then n.
std::vector<std::uint64_t> places(const Plan& plan, Numbers bounds);

/// What one warp merges: sorted stretches of the array before, into the places from `place` on.
struct Merge {
  std::vector<Stretch> from;
  std::uint64_t place = 0;
};
std::vector<Merge> merges_of_runs(const Plan& plan, std::uint64_t round);
std::vector<Merge> merges_of_parts(const Plan& plan, std::uint64_t round, Numbers bounds, Numbers places);

}  // namespace texelsort::algorithms::warpsort
