#pragma once

#include <cstdint>

#include "compute/data/mix.h"

/// Work lists of a distribution, in the layout that shaders and kernels read.
namespace texelsort::algorithms::randomized {

/// Range [first, first + count) of keys that is sorted independently of all other keys.
struct Bucket {
  std::uint32_t first = 0, count = 0;
  bool operator==(const Bucket&) const = default;
};

/// Bucket whose keys a level distributes; see shaders/sample/randomized_tables.glsl.
struct Parent {
  std::uint32_t first = 0, count = 0, columns = 0, base = 0, shift = 0;
  bool operator==(const Parent&) const = default;
};

/// Keys that one workgroup processes; see shaders/sample/randomized_tables.glsl.
struct Tile {
  std::uint32_t first = 0, last = 0, parent = 0, column = 0;
  bool operator==(const Tile&) const = default;
};

/// Start and size of a bucket. one_value is 1 if the bucket's two splitters, and thus all its keys, are equivalent.
/// Otherwise it is 0.
struct FoundBucket {
  std::uint32_t start = 0, size = 0, one_value = 0;
};

/// Returns the number of parts of size `part` that cover `whole`.
constexpr std::uint64_t parts(std::uint64_t whole, std::uint64_t part) {
  return (whole + part - 1) / part;
}

/// Constants of the random generator. For each bucket, the generator starts at a different position of its cycle, far
/// from the other positions.
using data::lcg_factor, data::lcg_summand, data::seed_factor;

}  // namespace texelsort::algorithms::randomized
