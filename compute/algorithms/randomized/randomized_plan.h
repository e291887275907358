#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compute/algorithms/core/parameter.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/randomized/randomized_layout.h"

namespace texelsort::algorithms::randomized {

/// The largest network in registers: with more keys, compilers take seconds and keys leave the registers.
inline constexpr std::uint32_t most_in_registers = 128;

/// The parameters of the algorithm by their names in the thesis, see randomized.cpp.
struct Settings {
  std::uint32_t k = 4, a = 1;  ///< buckets and oversampling of the first level
  std::uint64_t m = 0;         ///< the first level distributes buckets of more keys
  std::uint32_t k2 = 4, a2 = 1;
  std::uint64_t quick = 0;  ///< the second level distributes buckets of more keys, unless invocations sort buckets
  std::uint32_t small = 2;  ///< keys that a network sorts
  std::uint32_t counters = 1, columns = 1;  ///< of a bucket and workgroup, when counting and when scattering
  std::uint32_t workgroup = 1, tile = 1;
  std::uint32_t tile2 = 0;  ///< keys that one workgroup counts and scatters at the second level; 0: as at the first
  std::uint32_t top = 0;    ///< levels of the search tree in registers
  std::uint32_t seed = 0;
  bool in_registers = false;  ///< an invocation sorts a bucket, else a workgroup

  std::uint32_t tile_of(bool second) const { return second && tile2 > 0 ? tile2 : tile; }
  std::uint32_t smallest_tile() const { return std::min(tile, tile_of(true)); }

  /// Buckets of more keys are distributed.
  std::uint64_t limit() const { return in_registers ? small : std::max<std::uint64_t>(small, quick); }
};

/// Parameters that an algorithm has not got: counters and tiles of the second level are those of the first; without a
/// second level workgroups sort buckets of up to M keys.
Settings settings_of(const Parameters& parameters);

/// Partitions after which a bucket's quicksort gives pivots up, and keys in them: three times as many as there are
/// small parts, and twice as many levels as even halves would take, and one more.
std::uint64_t most_partitions(const Settings& settings);
std::uint64_t most_partitioned(const Settings& settings);

/// Rounds of loops that one invocation goes through in the longest pass, at the most.
std::uint64_t loop_rounds(const Settings& settings);

/// One k-way distribution of some buckets.
struct Level {
  std::uint32_t number = 0;  ///< from 0
  bool second = false;       ///< with the parameters of the second level
  std::uint32_t k = 4, a = 1;
  std::uint32_t seed = 0;
  std::vector<Parent> parents;  ///< in ascending order of place
  std::vector<Tile> tiles;
  std::uint64_t table_words = 0, keys = 0;

  std::uint64_t buckets() const { return std::uint64_t{k} * parents.size(); }
};

/// What a pass of the level says of its buckets; `placed`: it has moved the keys, or comes after.
BucketPass bucket_pass(const Level& level, bool placed);

/// Buckets of a level at the most: those that are distributed do not overlap, and all have more keys than limit().
std::uint64_t bucket_capacity(std::uint64_t n, const Settings& settings);

/// Words of the largest table of counts that a run makes.
std::uint64_t table_capacity(std::uint64_t n, const Settings& settings);

/// Words of all tables on the device at the most, keys of `key_words` words: counts, splitters, starts, sizes, lists.
std::uint64_t table_words_at_most(std::uint64_t n, const Settings& settings, std::uint64_t key_words);

/// Entries of the lists of parents and tiles at the most.
std::uint64_t parent_capacity(std::uint64_t n, const Settings& settings);
std::uint64_t tile_capacity(std::uint64_t n, const Settings& settings);

/// Buckets sorted in one dispatch at the most, so that their list stays a small part of the keys.
std::uint64_t list_capacity(std::uint64_t n);

/// The next level, whose buckets leave `waiting` (in ascending order of place): those of more than M keys while there
/// are any, then all, as many as the table of counts has room for.
Level plan_level(std::vector<Bucket>& waiting, std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Tiles of the places that no parent covers; those with `skipped` count as not covered.
std::vector<Tile> tiles_between(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                                std::uint32_t tile);

}  // namespace texelsort::algorithms::randomized
