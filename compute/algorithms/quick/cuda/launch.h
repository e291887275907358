#pragma once

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/quick/settings.h"

/// Launches of quicksort's kernels. All pointers are device addresses. Every function throws the errors of
/// cuda::check().
namespace texelsort::algorithms::quick {

using kernels::Arrays;
using kernels::Stream;

struct Launches {
  /// Writes the pivot key of each of `count` parts.
  virtual void choose_pivots(const Arrays& arrays, const Settings& settings, const SharedPart* parts,
                             std::uint64_t count, void* pivots, Stream stream) const = 0;

  /// Writes three numbers for each of `count` shares: the keys less than, equivalent to and greater than the pivot of
  /// the share's part.
  virtual void count_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                             const void* pivots, std::uint64_t* counts, Stream stream) const = 0;

  /// Moves the keys of each share to the other array, to the positions of their classes.
  virtual void move_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                            const void* pivots, const std::uint64_t* places, Stream stream) const = 0;

  /// Copies the keys of each share to the same positions of the other array. After a round, one array must have all
  /// keys.
  virtual void copy_shares(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                           Stream stream) const = 0;

  /// Sorts each part in place, with one block per part. Overwrites the same positions of the other array.
  virtual void sort_parts(const Arrays& arrays, const Settings& settings, const SmallPart* parts, std::uint64_t count,
                          Stream stream) const = 0;
};

struct PlaceLaunches {
  /// Converts the counts of all shares of `count` parts to positions by a scan. Writes the sizes of the first two
  /// classes of each part.
  virtual void place_classes(const SharedPart* parts, std::uint64_t count, std::uint64_t* counts, std::uint64_t* sizes,
                             Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::quick
