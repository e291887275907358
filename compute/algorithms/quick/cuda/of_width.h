#pragma once

#include "compute/algorithms/quick/cuda/launch.h"

namespace texelsort::algorithms::quick {

/// The launches of launch.h for keys of one width, each width compiled by itself.
template <typename Word>
struct OfWidth {
  static void pivots(const Arrays& arrays, const Settings& settings, const SharedPart* parts, std::uint64_t count,
                     void* pivots, Stream stream);
  static void counts(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                     const void* pivots, std::uint64_t* counts, Stream stream);
  static void move(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                   const void* pivots, const std::uint64_t* places, Stream stream);
  static void copy(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                   Stream stream);
  static void sort(const Arrays& arrays, const Settings& settings, const SmallPart* parts, std::uint64_t count,
                   Stream stream);
};

extern template struct OfWidth<std::uint32_t>;
extern template struct OfWidth<std::uint64_t>;

}  // namespace texelsort::algorithms::quick
