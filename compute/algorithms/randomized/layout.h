#pragma once

#include <cstdint>

#include "compute/data/mix.h"

/// What a distribution is told to work on, as shaders and kernels read it.
namespace texelsort::algorithms::randomized {

/// Keys [first, first + count) of the array; nothing outside belongs among them.
struct Bucket {
  std::uint32_t first = 0, count = 0;
  bool operator==(const Bucket&) const = default;
};

/// A bucket that a level distributes; see shaders/sample/randomized_tables.glsl.
struct Parent {
  std::uint32_t first = 0, count = 0, columns = 0, base = 0, shift = 0;
  bool operator==(const Parent&) const = default;
};

/// The keys of one workgroup; the same.
struct Tile {
  std::uint32_t first = 0, last = 0, parent = 0, column = 0;
  bool operator==(const Tile&) const = default;
};

/// Where a bucket starts, how many keys it has, and whether they are all equivalent because its two splitters are.
struct FoundBucket {
  std::uint32_t start = 0, size = 0, one_value = 0;
};

/// How many parts of that size hold the whole.
constexpr std::uint64_t parts(std::uint64_t whole, std::uint64_t part) {
  return (whole + part - 1) / part;
}

/// Buckets draw from places of the generator's cycle that lie far apart.
using data::lcg_factor, data::lcg_summand, data::seed_factor;

}  // namespace texelsort::algorithms::randomized
