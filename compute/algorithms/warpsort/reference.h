#pragma once

#include <span>
#include <vector>

#include "compute/algorithms/warpsort/schedule.h"

/// Reference implementations of Warpsort's kernels. Keys are given as numbers in the order of the keys.
namespace texelsort::algorithms::warpsort {

using Numbers = std::span<const std::uint64_t>;

/// Ranks of the splitters, and their positions in the array, which break ties between equal keys.
struct SplitterKeys {
  std::vector<std::uint64_t> ranks, places;
};
SplitterKeys choose_splitters(const Plan& plan, Numbers ranks);

/// Returns one flag per part. The flag is 1 if all keys of the part must be equal, because of its splitters or the ends
/// of the sequences. Otherwise it is 0.
std::vector<std::uint64_t> find_parts_of_one_value(const Plan& plan, Numbers splitters, Numbers ranks);

/// Returns the bounds of the parts as parts + 1 rows with one position per sequence. Row i is the end of part i - 1 and
/// the start of part i.
std::vector<std::uint64_t> split_sequences(const Plan& plan, const SplitterKeys& splitters, Numbers ranks);

/// Returns the destination of each subsequence, part by part, and n as the last element.
std::vector<std::uint64_t> place_parts(const Plan& plan, Numbers bounds);

/// Work of one warp, which sorts a range or merges sorted ranges of the input array. It writes the result to the
/// positions from `place` on.
struct Merge {
  std::vector<IndexRange> from;
  std::uint64_t place = 0;
  std::uint64_t part = 0;
  /// True if the part has one value and is already in both arrays, so that no warp copies it.
  bool stays = false;
};
std::vector<Merge> sort_tiles(const Plan& plan);
std::vector<Merge> merge_runs(const Plan& plan, std::uint64_t round);
std::vector<Merge> merge_parts(const Plan& plan, std::uint64_t round, Numbers one_value, Numbers bounds,
                               Numbers places);

/// Returns the work of all warps in a step, for views.
WorkPass work_of(const Plan& plan, const WarpsortStep& step);

}  // namespace texelsort::algorithms::warpsort
