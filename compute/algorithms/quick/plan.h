#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/quick/settings.h"

/// Parts of the array that quicksort partitions in a round, and the division of the parts among blocks.
namespace texelsort::algorithms::quick {

/// Range [first, first + count) of the array, which results from `depth` nested partitions.
struct Subarray {
  std::uint64_t first = 0, count = 0, depth = 0;
  std::uint64_t end() const { return first + count; }
  bool operator==(const Subarray&) const = default;
};

/// Round of quicksort, which partitions several parts at the same time.
struct Round {
  std::uint64_t number = 0;     ///< number of the round, from 0
  std::vector<Subarray> parts;  ///< parts of the array in ascending order of position
  std::vector<Share> shares;    ///< shares in the order of their parts and positions
  std::uint64_t keys = 0;       ///< number of keys of all parts together
};

/// Returns the maximum number of elements of a part that one block sorts. Several blocks partition each larger part.
std::uint64_t large_part(std::uint64_t n, const Settings& settings);

/// Returns the maximum number of nested partitions before a part is sorted without pivots. With the setting depth = 2
/// it is 2 log2 n, as in introsort.
unsigned depth_limit(std::uint64_t n, const Settings& settings);

/// Plans a round: divides the parts into about settings.blocks shares of the same length.
Round plan_round(std::uint64_t number, std::vector<Subarray> parts, const Settings& settings);

/// Returns the parts of a round in the form that kernels use.
std::vector<SharedPart> shared_parts(const Round& round);

/// Return the maximum number of shares (most_shares()) and of parts (most_parts()) of any round.
std::uint64_t most_shares(std::uint64_t n, const Settings& settings);
std::uint64_t most_parts(std::uint64_t n, const Settings& settings);

/// Divides the elements outside the parts, which a round does not move, into shares of `length` elements.
std::vector<Share> shares_between(const Round& round, std::uint64_t n, std::uint64_t length);

/// Returns the work of the blocks of a round, with one share per block. `places` and `sizes` are tables of the round
/// with the destinations of keys less than, equal to and greater than the pivot. If both are empty, the keys do not
/// move.
std::vector<WorkPass::Piece> work_of(const Round& round, std::span<const std::uint64_t> places,
                                     std::span<const std::uint64_t> sizes);
/// Returns the work of blocks that each sort one part.
std::vector<WorkPass::Piece> work_of(const std::vector<SmallPart>& parts);

/// Returns the number of elements per share of a round that partitions `keys` elements.
std::uint64_t share_length(std::uint64_t keys, const Settings& settings);

std::unique_ptr<Run> make_run(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings);

/// Returns the bytes of device memory that a run needs in addition to the two arrays.
std::uint64_t table_bytes(std::uint64_t n, data::KeyType type, const Settings& settings);

}  // namespace texelsort::algorithms::quick
