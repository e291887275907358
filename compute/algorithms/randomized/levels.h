#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/randomized/layout.h"
#include "compute/algorithms/randomized/settings.h"

namespace texelsort::algorithms::randomized {

/// The largest network in registers. Larger ones compile for seconds and spill keys from registers.
inline constexpr std::uint32_t most_in_registers = 128;

/// Limits after which a bucket's quicksort abandons pivots. most_partitions(): three times the number of small parts.
/// most_partitioned(): keys in all partitions, for twice as many levels as even halves need, plus two.
std::uint64_t most_partitions(const Settings& settings);
std::uint64_t most_partitioned(const Settings& settings);

/// Returns the maximum number of loop iterations of one invocation in the longest pass.
std::uint64_t loop_rounds(const Settings& settings);

/// One k-way distribution of some buckets.
struct Level {
  std::uint32_t number = 0;  ///< counted from 0
  bool second = false;       ///< whether the parameters of the second level apply
  bool by_block = false;     ///< whether each parent is one tile, and one block executes all steps for it
  std::uint32_t k = 4, a = 1;
  std::uint32_t seed = 0;
  std::vector<Parent> parents;  ///< in ascending order of place
  std::vector<Tile> tiles;
  std::uint64_t table_words = 0, keys = 0;

  std::uint64_t buckets() const { return std::uint64_t{k} * parents.size(); }
};

/// Returns a pass's view of the level's buckets. `placed`: the pass moves the keys, or comes after the scatter.
BucketPass bucket_pass(const Level& level, bool placed);

/// Maximum sizes of a run's tables and lists.
struct Capacities {
  Capacities(std::uint64_t n, const Settings& settings);

  std::uint64_t parents, tiles;  ///< parents do not overlap, and all have more keys than limit()
  std::uint64_t counts;          ///< entries of the table of counts
  std::uint64_t buckets;         ///< buckets of a level
  std::uint64_t list;            ///< buckets per dispatch of the sort, a small fraction of the keys
  bool twice;                    ///< two lists of parents, for the present level and the next, and one list of tiles
                                 ///< per use

  /// Returns the bytes of counts, splitters, starts, sizes and lists.
  std::uint64_t bytes(std::uint64_t key_bytes) const;
};

/// Plans the next level and removes its buckets from `waiting` (in ascending order of place). It distributes buckets of
/// more than M keys while there are any, then all, up to the capacity of the table of counts.
Level plan_level(std::vector<Bucket>& waiting, std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Returns the expected level of that number, without parents, before the buckets of the level before are known. Levels
/// listed by the device have the expected number of buckets, independent of the keys.
Level expected_level(std::uint64_t n, const Settings& settings, std::uint32_t number);

/// Returns the expected number of levels until all buckets are small enough to be sorted.
std::uint32_t expected_levels(std::uint64_t n, const Settings& settings);

/// Returns the maximum number of loop iterations of an invocation of sample/randomized_plan.comp, with `workgroup`
/// invocations.
std::uint64_t plan_rounds(const Capacities& most, std::uint64_t workgroup);

/// Returns tiles of the places that no parent covers. Parents marked in `skipped` count as not covered.
std::vector<Tile> tiles_between(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                                std::uint32_t tile);

}  // namespace texelsort::algorithms::randomized
