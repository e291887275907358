#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Buckets of a pass of a sample sort, as views show them. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Bucket tables of the present pass. Bucket b of range r has the number r * pass.buckets + b.
struct BucketTables {
  algorithms::BucketPass pass;
  std::vector<std::uint64_t> splitters;      ///< encoded keys or ranks of the splitters; as many per range as buckets
  std::vector<std::uint64_t> places;         ///< positions of the splitters, which break ties; empty if none are needed
  std::vector<std::uint64_t> starts, sizes;  ///< start and size of each bucket; empty until known

  std::uint64_t count() const { return pass.buckets * pass.ranges.size(); }
  std::span<const std::uint64_t> splitters_of(std::uint64_t range) const {
    return std::span(splitters).subspan(range * pass.buckets, pass.buckets);
  }
  /// Returns the range that contains an array index. Nothing if none does.
  std::optional<std::uint64_t> range_of(std::uint64_t place) const;
  /// Returns the bucket number of the key with this encoding or rank at this index of the present state. Nothing if the
  /// index is in no range.
  std::optional<std::uint64_t> bucket_of(std::uint64_t code, std::uint64_t place) const;
};

/// Returns the tables of the present pass. Null if it has no splitters yet.
const BucketTables* bucket_tables(const Player& player);

/// Returns the bucket of each key. Nothing while the buckets are unknown.
std::optional<KeyGroups> bucket_groups(const Player& player);

/// Bucket sizes over several seeds of a random sample: those of the largest bucket, of the second largest and so on.
struct BucketSpread {
  std::uint64_t seeds = 0;
  std::vector<std::uint64_t> low, median, high;
};

/// Computes the bucket sizes that `seeds` different seeds give, beginning with the run's own seed. Uses the algorithm's
/// functions on the CPU. `codes` are the encoded keys to distribute. Returns nothing if the sampling is not random, or
/// if the number of buckets varies with the seed.
std::optional<BucketSpread> bucket_spread(std::span<const std::uint64_t> codes, const algorithms::BucketPass& pass,
                                          std::uint64_t seeds);

/// Returns the bucket sizes of the present pass for `spread_seeds` seeds. Null in the cases of the function above, and
/// if the keys that the pass's level distributed are not available.
constexpr std::uint64_t spread_seeds = 20;
const BucketSpread* bucket_spread(const Player& player);

/// Bucket sizes by randomized and by deterministic sampling of the same keys, with the same number of buckets. One of
/// them is the present pass's own; the other algorithm's functions compute the other one on the CPU.
struct SamplingComparison {
  std::vector<std::uint64_t> even;     ///< sizes by deterministic sampling, largest first; empty for too few keys
  std::uint64_t most = 0;              ///< deterministic sampling: guaranteed upper bound of the sizes
  std::optional<BucketSpread> random;  ///< randomized sampling: sizes for several seeds
  bool own_is_random = false;
};

/// Returns the comparison for the present pass. Null unless the pass distributes the whole array and its keys are
/// available.
const SamplingComparison* sampling_comparison(const Player& player);

/// Returns the name of a bucket, for example "bucket 5 of range 2", or "bucket 5" if there is one range.
std::string bucket_name(const BucketTables& tables, std::uint64_t bucket);

/// Returns a splitter's key as text, or its rank if the keys have a custom comparison.
std::string rank_text(std::uint64_t rank, const algorithms::Problem& problem);

/// Returns which keys belong to a bucket: "12 < key ≤ 40", or "40 > key ≥ 12" in descending order.
std::string range_text(const BucketTables& tables, std::uint64_t bucket, const algorithms::Problem& problem);

/// Balanced search tree of the splitters. Splitter j separates buckets j and j + 1.
struct SplitterTree {
  struct Node {
    std::uint64_t splitter = 0;
    std::uint64_t low = 0, high = 0;  ///< range of buckets [low, high) below the node
    unsigned depth = 0;
    std::optional<std::size_t> left, right;  ///< child nodes; empty if the child is a bucket
  };
  std::vector<Node> nodes;  ///< nodes, the root first; empty if there is a single bucket
  std::uint64_t buckets = 0;
  unsigned depth = 0;  ///< comparisons on the longest path: log2 of the number of buckets, rounded up

  /// Returns the nodes on the path from the root to a bucket.
  std::vector<std::size_t> way_to(std::uint64_t bucket) const;
};

/// Returns the search tree for a number of buckets. Each node halves its buckets, with the larger half to the left. For
/// a power of two, this is the implicit tree whose node i has the children 2i and 2i + 1.
SplitterTree splitter_tree(std::uint64_t buckets);

}  // namespace texelsort::app
