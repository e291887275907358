#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

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

/// Null while the present pass has no splitters.
const BucketTables* bucket_tables(const Player& player);

/// The bucket of each key; nothing while they are not known.
std::optional<KeyGroups> bucket_groups(const Player& player);

/// Sizes of buckets over some seeds of a random sample: of the largest, of the second largest and so on.
struct BucketSpread {
  std::uint64_t seeds = 0;
  std::vector<std::uint64_t> low, median, high;
};

/// By the algorithm's own functions on the CPU: the same buckets with each of `seeds` seeds, from the run's on.
/// `codes`: the keys that they are of. Nothing if nothing is random, or there are not as many buckets with each.
std::optional<BucketSpread> bucket_spread(std::span<const std::uint64_t> codes, const algorithms::BucketPass& pass,
                                          std::uint64_t seeds);

/// The present pass's sizes with `spread_seeds` seeds; null also where the keys that its level distributed are not at
/// hand.
constexpr std::uint64_t spread_seeds = 20;
const BucketSpread* bucket_spread(const Player& player);

/// What randomized and deterministic sampling make of the same keys, cut into as many buckets: the present pass's own
/// and, by the other algorithm's functions on the CPU, the other's.
struct SamplingComparison {
  std::vector<std::uint64_t> even;     ///< deterministic: sizes, the largest first; empty of too few keys for it
  std::uint64_t most = 0;              ///< that it promises
  std::optional<BucketSpread> random;  ///< randomized, over some seeds
  bool own_is_random = false;
};

/// Null where the keys of the whole array are not distributed, or are not at hand.
const SamplingComparison* sampling_comparison(const Player& player);

/// "bucket 5 of range 2", or without ranges "bucket 5".
std::string bucket_name(const BucketTables& tables, std::uint64_t bucket);

/// A splitter's key; where keys have a comparison of their own, the number by which it orders them.
std::string rank_text(std::uint64_t rank, const algorithms::Problem& problem);

/// "12 < key ≤ 40": which keys go to a bucket. Descending: "40 > key ≥ 12".
std::string range_text(const BucketTables& tables, std::uint64_t bucket, const algorithms::Problem& problem);

/// The balanced search tree over the splitters between some buckets: splitter j stands between buckets j and j + 1.
struct SplitterTree {
  struct Node {
    std::uint64_t splitter = 0;
    std::uint64_t low = 0, high = 0;  ///< the buckets [low, high) lie below it
    unsigned depth = 0;
    std::optional<std::size_t> left, right;  ///< nodes; nothing where a bucket is
  };
  std::vector<Node> nodes;  ///< the root first; none for a single bucket
  std::uint64_t buckets = 0;
  unsigned depth = 0;  ///< comparisons of the longest way: log2 of the buckets, rounded up

  /// The nodes on the way from the root to a bucket.
  std::vector<std::size_t> way_to(std::uint64_t bucket) const;
};

/// Each node halves its buckets, the larger half to the left; of a power of two this is the implicit tree in which a
/// key at node i goes on to 2i or 2i + 1.
SplitterTree splitter_tree(std::uint64_t buckets);

}  // namespace texelsort::app
