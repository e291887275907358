#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/player.h"
#include "compute/algorithms/randomized/randomized_plan.h"

/// What a sample sort's pass knows of its buckets, as views show it. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

/// The present pass's tables. Bucket b of range r is number r * pass.buckets + b.
struct BucketTables {
  algorithms::BucketPass pass;
  std::vector<std::uint64_t> splitters;      ///< codes or ranks, as many a range as buckets
  std::vector<std::uint64_t> places;         ///< of splitters that are told apart from equal keys; empty if none are
  std::vector<std::uint64_t> starts, sizes;  ///< empty until they are known

  std::uint64_t count() const { return pass.buckets * pass.ranges.size(); }
  std::span<const std::uint64_t> splitters_of(std::uint64_t range) const {
    return std::span(splitters).subspan(range * pass.buckets, pass.buckets);
  }
  /// The range that a place of the array is in.
  std::optional<std::uint64_t> range_of(std::uint64_t place) const;
  /// The number of the bucket of a key with this code or rank at this place of the present state; nothing if it is in
  /// no range.
  std::optional<std::uint64_t> bucket_of(std::uint64_t code, std::uint64_t place) const;
};

/// Nothing while the present pass has no splitters.
std::optional<BucketTables> bucket_tables(const Player& player);

/// Sizes of buckets over some seeds of a random sample: of the largest, of the second largest and so on.
struct BucketSpread {
  std::uint64_t seeds = 0;
  std::vector<std::uint64_t> low, median, high;
};

/// By the algorithm's own functions on the CPU: the same level with each of `seeds` seeds, from the settings' on.
/// `codes`: the keys that the level distributes. Nothing if the level is not cut into as many buckets without those
/// that wait.
std::optional<BucketSpread> bucket_spread(std::span<const std::uint64_t> codes, const algorithms::BucketPass& pass,
                                          algorithms::randomized::Settings settings, data::KeyType type,
                                          std::uint64_t seeds);

/// A splitter's key; where keys have a comparison of their own, the number by which it orders them.
std::string rank_text(std::uint64_t rank, const algorithms::Problem& problem);

/// "12 < key ≤ 40": which keys go to a bucket. Descending: "40 > key ≥ 12".
std::string range_text(const BucketTables& tables, std::uint64_t bucket, const algorithms::Problem& problem);

}  // namespace texelsort::app
