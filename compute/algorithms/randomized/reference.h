#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/randomized/levels.h"
#include "compute/gpu/shader_library.h"

/// Reference implementations of the passes of a distribution of GPU Sample Sort, on encoded keys.
namespace texelsort::algorithms::randomized {

/// Returns the preprocessor defines of the random generator's constants for shaders.
gpu::Defines random_defines();

/// Returns the k * a positions of the samples that a level draws from a bucket, in the order in which they are drawn.
std::vector<std::uint64_t> sample_places(const Level& level, const Parent& parent);

/// Returns k encoded keys per parent (step 1): the k - 1 splitters in ascending order, then `largest`.
std::vector<std::uint64_t> splitters(const Level& level, std::span<const std::uint64_t> codes, std::uint64_t largest);

/// Returns the index of the bucket of a key. Bucket 0 has the keys up to the first splitter. Keys that equal two equal
/// splitters are in the bucket between these.
std::uint64_t find_bucket(std::span<const std::uint64_t> splitters, std::uint64_t code);

/// Returns whether all keys of a bucket are equal, because its two splitters are equal.
bool holds_one_value(std::span<const std::uint64_t> splitters, std::uint64_t bucket);

/// Returns the buckets that the tables of a level describe. `splitters` has encoded keys or ranks. All tables have k
/// entries per parent.
std::vector<FoundBucket> found_buckets(std::uint32_t k, std::span<const std::uint32_t> starts,
                                       std::span<const std::uint32_t> sizes, std::span<const std::uint64_t> splitters);

/// Returns, for each parent, whether all its keys are in one bucket and have one value. The keys of such a parent need
/// not move.
std::vector<bool> parents_of_one_value(const Level& level, std::span<const FoundBucket> found);

/// Returns the table of counts (step 2): the number of keys per bucket and column.
std::vector<std::uint64_t> count(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                 std::span<const std::uint64_t> splitters);

/// Starts and sizes of the buckets (step 3), with k buckets per parent, computed from the scanned table.
struct Buckets {
  std::vector<std::uint64_t> starts, sizes;
};
Buckets buckets(const Level& level, std::span<const std::uint64_t> scan);

/// Returns, for each position, the position that its key comes from (step 4). `scan` is the scanned table. Keys of one
/// cell of the table remain in the order of their tiles. Keys of parents that are marked in `skipped` do not move.
std::vector<std::uint64_t> scatter(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                   std::span<const std::uint64_t> splitters, std::span<const std::uint64_t> scan,
                                   const std::vector<bool>& skipped);

/// Returns the start of the keys of each cell of the table of counts, and the end of each parent, in ascending order.
std::vector<std::uint64_t> cells(const Level& level, std::span<const std::uint64_t> scan);

}  // namespace texelsort::algorithms::randomized
