#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/randomized/levels.h"
#include "compute/gpu/shader_library.h"

/// Plain C++ for each pass of a distribution, on codes.
namespace texelsort::algorithms::randomized {

/// The generator's constants for shaders.
gpu::Defines random_defines();

/// The places of the sample that a level draws of a bucket, in the order in which they are drawn: k * a of them.
std::vector<std::uint64_t> sample_places(const Level& level, const Parent& parent);

/// ListStep 1, k codes a parent: k - 1 splitters in order, then `largest`.
std::vector<std::uint64_t> splitters(const Level& level, std::span<const std::uint64_t> codes, std::uint64_t largest);

/// The bucket of a key: those up to the first splitter go to 0. Between two equal splitters lies the bucket of the keys
/// equal to them.
std::uint64_t find_bucket(std::span<const std::uint64_t> splitters, std::uint64_t code);

/// Whether all keys of a bucket are equal because its two splitters are.
bool holds_one_value(std::span<const std::uint64_t> splitters, std::uint64_t bucket);

/// What a level's tables say of its buckets; `splitters` by codes or ranks, k a parent as all.
std::vector<FoundBucket> found_buckets(std::uint32_t k, std::span<const std::uint32_t> starts,
                                       std::span<const std::uint32_t> sizes, std::span<const std::uint64_t> splitters);

/// Whether all keys of each parent are in one bucket of one value: nothing needs to move.
std::vector<bool> parents_of_one_value(const Level& level, std::span<const FoundBucket> found);

/// ListStep 2: the table of counts.
std::vector<std::uint64_t> count(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                 std::span<const std::uint64_t> splitters);

/// ListStep 3 from the scanned table: where each bucket starts, and its size; k a parent.
struct Buckets {
  std::vector<std::uint64_t> starts, sizes;
};
Buckets buckets(const Level& level, std::span<const std::uint64_t> scan);

/// ListStep 4 from the scanned table: the place from which the key of each place comes, keys of a cell of the table in
/// the order of their tiles. Parents that `skipped` names stay as they are.
std::vector<std::uint64_t> scatter(const Level& level, const Settings& settings, std::span<const std::uint64_t> codes,
                                   std::span<const std::uint64_t> splitters, std::span<const std::uint64_t> scan,
                                   const std::vector<bool>& skipped);

/// Where the keys of each cell of the table start, and each parent ends; ascending.
std::vector<std::uint64_t> cells(const Level& level, std::span<const std::uint64_t> scan);

}  // namespace texelsort::algorithms::randomized
