#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/randomized/levels.h"
#include "compute/gpu/shader_library.h"

/// Reference implementations of the passes of a distribution, on encoded keys.
namespace texelsort::algorithms::randomized {

/// Returns the generator's constants as defines for shaders.
gpu::Defines random_defines();

/// Returns the k * a sample places that a level draws from a bucket, in the order in which they are drawn.
std::vector<std::uint64_t> sample_places(const Level& level, const Parent& parent);

/// Step 1: returns k encoded keys per parent, k - 1 splitters in order, then `largest`.
std::vector<std::uint64_t> splitters(const Level& level, std::span<const std::uint64_t> codes, std::uint64_t largest);

/// Returns the bucket of a key. Keys up to the first splitter belong to bucket 0. Between two equal splitters is the
/// bucket of the keys equal to them.
std::uint64_t find_bucket(std::span<const std::uint64_t> splitters, std::uint64_t code);

/// Returns whether all keys of a bucket are equal because its two splitters are.
bool holds_one_value(std::span<const std::uint64_t> splitters, std::uint64_t bucket);

/// Returns the buckets in a level's tables. `splitters` are encoded keys or ranks; all tables have k entries per
/// parent.
std::vector<FoundBucket> found_buckets(std::uint32_t k, std::span<const std::uint32_t> starts,
                                       std::span<const std::uint32_t> sizes, std::span<const std::uint64_t> splitters);

/// Returns for each parent whether all its keys are in one bucket of one value, so that they need not move.
std::vector<bool> parents_of_one_value(const Level& level, std::span<const FoundBucket> found);

/// Step 2: returns the table of counts.
std::vector<std::uint64_t> count(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                 std::span<const std::uint64_t> splitters);

/// Step 3: start and size of each bucket, k per parent, from the scanned table.
struct Buckets {
  std::vector<std::uint64_t> starts, sizes;
};
Buckets buckets(const Level& level, std::span<const std::uint64_t> scan);

/// Step 4: returns, for each place, the place that its key comes from, given the scanned table. Keys of one cell of the
/// table stay in the order of their tiles. Parents marked in `skipped` do not change.
std::vector<std::uint64_t> scatter(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                   std::span<const std::uint64_t> splitters, std::span<const std::uint64_t> scan,
                                   const std::vector<bool>& skipped);

/// Returns the starts of the keys of each cell of the table, and the end of each parent, in ascending order.
std::vector<std::uint64_t> cells(const Level& level, std::span<const std::uint64_t> scan);

}  // namespace texelsort::algorithms::randomized
