#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/randomized/layout.h"
#include "compute/algorithms/randomized/settings.h"

namespace texelsort::algorithms::randomized {

/// Maximum number of keys of a network in registers. Larger networks compile for seconds and spill registers.
inline constexpr std::uint32_t most_in_registers = 128;

/// Return the limits after which the quicksort of a bucket stops using pivots. most_partitions() is three times the
/// number of small parts. most_partitioned() limits the keys of all partitions. It allows twice as many levels as
/// halving needs, plus two.
std::uint64_t most_partitions(const Settings& settings);
std::uint64_t most_partitioned(const Settings& settings);

/// Returns the maximum number of loop iterations of one invocation in the longest pass.
std::uint64_t loop_rounds(const Settings& settings);

/// One k-way distribution of some buckets.
struct Level {
  std::uint32_t number = 0;  ///< number of the level, from 0
  bool second = false;       ///< true if the parameters of the second level apply
  bool by_block = false;     ///< true if each parent is one tile, and one block executes all steps for it
  std::uint32_t k = 4, a = 1;
  std::uint32_t seed = 0;
  std::vector<Parent> parents;  ///< parents in ascending order of place
  std::vector<Tile> tiles;
  std::uint64_t table_words = 0, keys = 0;

  std::uint64_t buckets() const { return std::uint64_t{k} * parents.size(); }
};

/// Returns the description of a level's buckets for a pass. `placed` is true if the pass moves the keys, or follows the
/// scatter.
BucketPass bucket_pass(const Level& level, bool placed);

/// Maximum sizes of a run's tables and lists.
struct Capacities {
  Capacities(std::uint64_t n, const Settings& settings);

  std::uint64_t parents, tiles;  ///< maximum numbers: parents do not overlap, and each has more keys than limit()
  std::uint64_t counts;          ///< entries of the table of counts
  std::uint64_t buckets;         ///< number of buckets of a level
  std::uint64_t list;            ///< buckets per dispatch of the sort, a small fraction of the number of keys
  bool twice;                    ///< true for two lists of parents (of the present and the next level) and one list
                                 ///< of tiles per use

  /// Returns the bytes of all tables and lists: counts, splitters, starts, sizes, parents and tiles.
  std::uint64_t bytes(std::uint64_t key_bytes) const;
};

/// Plans the next level and removes its buckets from `waiting`, which is in ascending order of place. As long as there
/// are buckets of more than M keys, the level distributes only these, otherwise all. The capacity of the table of
/// counts limits the number.
Level plan_level(std::vector<Bucket>& waiting, std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Returns level number `number` as expected before the buckets of the previous level are known. It has no parents. If
/// the device makes the lists, levels have the expected number of buckets, independent of the keys.
Level expected_level(std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Returns the expected number of levels until all buckets are small enough to be sorted.
std::uint32_t expected_levels(std::uint64_t n, const Settings& settings);

/// Returns the maximum number of loop iterations of an invocation of sample/randomized_plan.comp, if `workgroup`
/// invocations share the work.
std::uint64_t plan_rounds(const Capacities& most, std::uint64_t workgroup);

/// Returns tiles that cover the places outside all parents. Parents marked in `skipped` are treated as if they did not
/// exist.
std::vector<Tile> tiles_between(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                                std::uint32_t tile);

}  // namespace texelsort::algorithms::randomized
