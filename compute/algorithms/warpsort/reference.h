#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/warpsort/schedule.h"

/// Plain C++ for each kernel: tables, or what warps merge; on numbers that are in the order of the keys.
namespace texelsort::algorithms::warpsort {

using Numbers = std::span<const std::uint64_t>;

/// The splitters, and the places that tell them apart from equal keys.
struct SplitterKeys {
  std::vector<std::uint64_t> ranks, places;
};
SplitterKeys choose_splitters(const Plan& plan, Numbers ranks);

/// 1 for each part whose keys are all equal, as far as its splitters, or the ends of the sequences, tell.
std::vector<std::uint64_t> find_parts_of_one_value(const Plan& plan, Numbers splitters, Numbers ranks);

/// parts + 1 rows of a place in each sequence: where the part ends that the row before begins.
std::vector<std::uint64_t> split_sequences(const Plan& plan, const SplitterKeys& splitters, Numbers ranks);

/// Where each subsequence goes, part after part; then n.
std::vector<std::uint64_t> place_parts(const Plan& plan, Numbers bounds);

/// What one warp sorts or merges: sorted ranges of the array before, into the places from `place` on.
struct Merge {
  std::vector<IndexRange> from;
  std::uint64_t place = 0;
  std::uint64_t part = 0;
  bool stays = false;  ///< its part has one value, and stands where it goes in both arrays: no warp touches it
};
std::vector<Merge> sort_tiles(const Plan& plan);
std::vector<Merge> merge_runs(const Plan& plan, std::uint64_t round);
std::vector<Merge> merge_parts(const Plan& plan, std::uint64_t round, Numbers one_value, Numbers bounds,
                               Numbers places);

/// The same for those who draw it: a warp each.
WorkPass work_of(const Plan& plan, const WarpsortStep& step);

}  // namespace texelsort::algorithms::warpsort
