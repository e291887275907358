#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/quick/settings.h"

/// Which parts of the array quicksort partitions in a round, and how blocks share them.
namespace texelsort::algorithms::quick {

/// Elements [first, first + count) of the array, which have come of `depth` partitions.
struct Subarray {
  std::uint64_t first = 0, count = 0, depth = 0;
  std::uint64_t end() const { return first + count; }
  bool operator==(const Subarray&) const = default;
};

/// Parts that are partitioned together.
struct Round {
  std::uint64_t number = 0;     ///< from 0
  std::vector<Subarray> parts;  ///< in ascending order of place
  std::vector<Share> shares;    ///< in the order of their parts and places
  std::uint64_t keys = 0;       ///< of all parts
};

/// Parts of more elements than this are partitioned by several blocks.
std::uint64_t large_part(std::uint64_t n, const Settings& settings);

/// Partitions on top of each other before pivots are given up: 2 log2 n with depth = 2, as introspective sorting does.
unsigned depth_limit(std::uint64_t n, const Settings& settings);

/// Cuts parts into about settings.blocks shares of equal length.
Round plan_round(std::uint64_t number, std::vector<Subarray> parts, const Settings& settings);

/// A round's parts as kernels see them.
std::vector<SharedPart> shared_parts(const Round& round);

/// The most shares of any round, and the most parts.
std::uint64_t most_shares(std::uint64_t n, const Settings& settings);
std::uint64_t most_parts(std::uint64_t n, const Settings& settings);

/// The elements of [0, n) beside the parts, cut as shares are.
std::vector<Share> shares_between(const Round& round, std::uint64_t n, std::uint64_t length);

/// What the blocks of a round work on: a share each. `places` and `sizes`, the tables of the round, say where its
/// lesser, equal and greater keys go; empty: keys do not move.
std::vector<WorkPass::Piece> work_of(const Round& round, std::span<const std::uint64_t> places,
                                     std::span<const std::uint64_t> sizes);
/// A block sorts a part each.
std::vector<WorkPass::Piece> work_of(const std::vector<SmallPart>& parts);

/// Elements of a share: the common length from which a round's shares are cut.
std::uint64_t share_length(std::uint64_t keys, const Settings& settings);

}  // namespace texelsort::algorithms::quick
