#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/warpsort/schedule.h"

/// Reference implementations of the kernels. Keys are given as numbers in the order of the keys.
namespace texelsort::algorithms::warpsort {

using Numbers = std::span<const std::uint64_t>;

/// The splitters, and their places, which break ties between equal keys.
struct SplitterKeys {
  std::vector<std::uint64_t> ranks, places;
};
SplitterKeys choose_splitters(const Plan& plan, Numbers ranks);

/// Returns 1 for each part whose keys must all be equal, because of its splitters or the ends of the sequences; 0
/// otherwise.
std::vector<std::uint64_t> find_parts_of_one_value(const Plan& plan, Numbers splitters, Numbers ranks);

/// Returns the bounds as parts + 1 rows with one place per sequence: the end of the previous part and the start of this
/// part.
std::vector<std::uint64_t> split_sequences(const Plan& plan, const SplitterKeys& splitters, Numbers ranks);

/// Returns the destination of each subsequence, part by part, and n as the last element.
std::vector<std::uint64_t> place_parts(const Plan& plan, Numbers bounds);

/// The work of one warp: it sorts ranges, or merges sorted ranges, of the input array to the places from `place` on.
struct Merge {
  std::vector<IndexRange> from;
  std::uint64_t place = 0;
  std::uint64_t part = 0;
  bool stays = false;  ///< true if the part has one value and is already in both arrays, so that no warp
                       ///< copies it
};
std::vector<Merge> sort_tiles(const Plan& plan);
std::vector<Merge> merge_runs(const Plan& plan, std::uint64_t round);
std::vector<Merge> merge_parts(const Plan& plan, std::uint64_t round, Numbers one_value, Numbers bounds,
                               Numbers places);

/// Returns the work of all warps of a step, for views.
WorkPass work_of(const Plan& plan, const WarpsortStep& step);

}  // namespace texelsort::algorithms::warpsort
