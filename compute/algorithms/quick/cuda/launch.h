#pragma once

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/quick/quick_settings.h"

/// Launches of quicksort's kernels. Pointers are the device's. Every function throws what cuda::check() throws.
namespace texelsort::algorithms::quick {

using kernels::Arrays;
using kernels::Stream;

/// The pivot of each of `count` parts, as a key.
void choose_pivots(const Arrays& arrays, const Settings& settings, const SharedPart* parts, std::uint64_t count,
                   void* pivots, Stream stream);

/// Three numbers for each of `count` shares: keys less than the pivot of its part, equivalent to it, greater.
void count_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                   const void* pivots, std::uint64_t* counts, Stream stream);

/// Turns the counts of `count` parts' shares into places, and writes for each part the sums of its first two classes.
void place_classes(const SharedPart* parts, std::uint64_t count, std::uint64_t* counts, std::uint64_t* sizes,
                   Stream stream);

/// Moves the keys of each share to the places of their classes in the other array.
void move_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                  const void* pivots, const std::uint64_t* places, Stream stream);

/// Copies what is in the shares to the same places of the other array.
void copy_shares(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                 Stream stream);

/// One block sorts each part in place; the same places of the other array are lost.
void sort_parts(const Arrays& arrays, const Settings& settings, const SmallPart* parts, std::uint64_t count,
                Stream stream);

}  // namespace texelsort::algorithms::quick
