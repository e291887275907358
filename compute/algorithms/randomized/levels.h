#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/randomized/layout.h"
#include "compute/algorithms/randomized/settings.h"

namespace texelsort::algorithms::randomized {

/// The largest network in registers: with more keys, compilers take seconds and keys leave the registers.
inline constexpr std::uint32_t most_in_registers = 128;

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
  bool by_block = false;     ///< a parent is one tile, whose block takes all steps
  std::uint32_t k = 4, a = 1;
  std::uint32_t seed = 0;
  std::vector<Parent> parents;  ///< in ascending order of place
  std::vector<Tile> tiles;
  std::uint64_t table_words = 0, keys = 0;

  std::uint64_t buckets() const { return std::uint64_t{k} * parents.size(); }
};

/// What a pass of the level says of its buckets; `placed`: it has moved the keys, or comes after.
BucketPass bucket_pass(const Level& level, bool placed);

/// What a run's tables and lists hold at the most.
struct Capacities {
  Capacities(std::uint64_t n, const Settings& settings);

  std::uint64_t parents, tiles;  ///< parents do not overlap, and all have more keys than limit()
  std::uint64_t counts;          ///< of the table
  std::uint64_t buckets;         ///< of a level
  std::uint64_t list;            ///< buckets that are sorted in one dispatch: a small part of the keys
  bool twice;                    ///< lists of the present level and of the next, and a list of tiles for each use

  /// Counts, splitters, starts, sizes and lists.
  std::uint64_t bytes(std::uint64_t key_bytes) const;
};

/// The next level, whose buckets leave `waiting` (in ascending order of place): those of more than M keys while there
/// are any, then all, as many as the table of counts has room for.
Level plan_level(std::vector<Bucket>& waiting, std::uint64_t n, const Settings& settings, std::uint32_t number);

/// The level of that number as it is expected before the buckets of the one before it are known: without parents.
/// Levels that the device lists have as many buckets as expected, whatever keys there are.
Level expected_level(std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Levels after which all buckets are expected to be small enough to be sorted.
std::uint32_t expected_levels(std::uint64_t n, const Settings& settings);

/// Rounds of loops of one invocation of sample/randomized_plan.comp at the most, with `workgroup` of them.
std::uint64_t plan_rounds(const Capacities& most, std::uint64_t workgroup);

/// Tiles of the places that no parent covers; those with `skipped` count as not covered.
std::vector<Tile> tiles_between(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                                std::uint32_t tile);

}  // namespace texelsort::algorithms::randomized
