#pragma once

#include "compute/algorithms/warpsort/cuda/launch.h"

namespace texelsort::algorithms::warpsort {

/// The launches of launch.h for keys of one width, each width compiled by itself.
template <typename Word>
struct OfWidth {
  static void tiles(const Arrays& arrays, const Settings& settings, Stream stream);
  static void runs(const Arrays& arrays, const Settings& settings, std::uint64_t length, Stream stream);
  static void splitters(const Arrays& arrays, const Settings& settings, void* drawn, void* splitters, Stream stream);
  static void split(const Arrays& arrays, const Settings& settings, std::uint64_t length, std::uint64_t sequences,
                    const void* splitters, std::uint64_t* bounds, Stream stream);
  static void parts(const Arrays& arrays, const Settings& settings, std::uint64_t sequences, unsigned round,
                    const std::uint64_t* bounds, const std::uint64_t* places, Stream stream);
};

extern template struct OfWidth<std::uint32_t>;
extern template struct OfWidth<std::uint64_t>;

}  // namespace texelsort::algorithms::warpsort
