#pragma once

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/quick/settings.h"

/// Launches of quicksort's kernels. Pointers are device pointers. Every function throws the errors of cuda::check().
namespace texelsort::algorithms::quick {

using kernels::Arrays;
using kernels::Stream;

struct Launches {
  /// Writes the pivot of each of `count` parts, as a key.
  virtual void choose_pivots(const Arrays& arrays, const Settings& settings, const SharedPart* parts,
                             std::uint64_t count, void* pivots, Stream stream) const = 0;

  /// Writes three numbers for each of `count` shares: keys less than, equivalent to and greater than its part's pivot.
  virtual void count_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                             const void* pivots, std::uint64_t* counts, Stream stream) const = 0;

  /// Moves the keys of each share to the places of their classes in the other array.
  virtual void move_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                            const void* pivots, const std::uint64_t* places, Stream stream) const = 0;

  /// Copies the elements of the shares to the same places of the other array.
  virtual void copy_shares(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                           Stream stream) const = 0;

  /// Sorts each part in place by one block. Overwrites the same places of the other array.
  virtual void sort_parts(const Arrays& arrays, const Settings& settings, const SmallPart* parts, std::uint64_t count,
                          Stream stream) const = 0;
};

struct PlaceLaunches {
  /// Scans the counts of `count` parts' shares into places, and writes the sizes of each part's first two classes.
  virtual void place_classes(const SharedPart* parts, std::uint64_t count, std::uint64_t* counts, std::uint64_t* sizes,
                             Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::quick
