#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/randomized/layout.h"
#include "compute/algorithms/randomized/settings.h"

namespace texelsort::algorithms::randomized {

/// Maximum number of keys of a sorting network in registers. Larger networks compile for seconds and spill registers.
inline constexpr std::uint32_t most_in_registers = 128;

/// Return the limits after which the quicksort of a bucket stops using pivots. most_partitions() limits the number of
/// partitions to three times the number of small parts. most_partitioned() limits the total keys of all partitions to
/// twice as many levels as halving needs, plus two.
std::uint64_t most_partitions(const Settings& settings);
std::uint64_t most_partitioned(const Settings& settings);

/// Returns the maximum number of loop iterations of one invocation in the longest pass.
std::uint64_t loop_rounds(const Settings& settings);

/// A k-way distribution of several buckets, which are the parents of the level.
struct Level {
  std::uint32_t number = 0;  ///< number of the level, from 0
  bool second = false;       ///< true if the level has the parameters of the second level
  bool by_block = false;     ///< true if each parent is one tile, for which one block executes all steps
  std::uint32_t k = 4, a = 1;
  std::uint32_t seed = 0;
  std::vector<Parent> parents;  ///< parents of the level in ascending order of position
  std::vector<Tile> tiles;
  std::uint64_t table_words = 0, keys = 0;

  std::uint64_t buckets() const { return std::uint64_t{k} * parents.size(); }
};

/// Returns the description of the buckets of a level for a pass. `placed` is true if the pass moves the keys to the
/// buckets, or follows such a pass.
BucketPass bucket_pass(const Level& level, bool placed);

/// Maximum sizes of the tables and lists of a run.
struct Capacities {
  Capacities(std::uint64_t n, const Settings& settings);

  /// Maximum numbers of parents and tiles per level. They follow from n, because parents have more than limit() keys
  /// and do not overlap.
  std::uint64_t parents, tiles;
  std::uint64_t counts;   ///< maximum number of entries of the table of counts
  std::uint64_t buckets;  ///< maximum number of buckets of a level
  std::uint64_t list;  ///< maximum number of buckets per dispatch of the sort, a small fraction of the number of keys
  /// True if the device makes the lists. It needs two lists of parents, for the current and the next level, and a list
  /// of tiles for each use.
  bool twice;

  /// Returns the bytes of all tables and lists: counts, splitters, starts, sizes, parents and tiles.
  std::uint64_t bytes(std::uint64_t key_bytes) const;
};

/// Plans the next level and removes its buckets from `waiting`, which is in ascending order of position. While there
/// are buckets of more than M keys, the level distributes only these, and otherwise all buckets. The capacity of the
/// table of counts limits the number of buckets.
Level plan_level(std::vector<Bucket>& waiting, std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Returns level number `number` as it is expected before the buckets of the previous level are known. The level has no
/// parents. If the device makes the lists, levels have the expected number of buckets, regardless of the keys.
Level expected_level(std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Returns the expected number of levels until all buckets are small enough for the final sort.
std::uint32_t expected_levels(std::uint64_t n, const Settings& settings);

/// Returns the maximum number of loop iterations of an invocation of sample/randomized_plan.comp, if `workgroup`
/// invocations share the work.
std::uint64_t plan_rounds(const Capacities& most, std::uint64_t workgroup);

/// Returns tiles that cover all positions outside the parents. Parents that are marked in `skipped` do not count as
/// parents.
std::vector<Tile> tiles_between(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                                std::uint32_t tile);

}  // namespace texelsort::algorithms::randomized
