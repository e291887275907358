#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Buckets of a sample sort's pass, as data for views. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Splitters, starts and sizes of the buckets in the present pass of a sample sort. Bucket b of range r has the number
/// r * pass.buckets + b.
struct BucketTables {
  algorithms::BucketPass pass;
  /// Encoded keys or ranks of the splitters. There are as many entries per range as buckets.
  std::vector<std::uint64_t> splitters;
  /// Positions of the splitters, by which ties are broken. Empty if the sort does not break ties by position.
  std::vector<std::uint64_t> places;
  std::vector<std::uint64_t> starts, sizes;  ///< start and size of each bucket; empty before they are known

  std::uint64_t count() const { return pass.buckets * pass.ranges.size(); }
  std::span<const std::uint64_t> splitters_of(std::uint64_t range) const {
    return std::span(splitters).subspan(range * pass.buckets, pass.buckets);
  }
  /// Returns the range that contains an array index, or nothing if no range contains it.
  std::optional<std::uint64_t> range_of(std::uint64_t place) const;
  /// Returns the number of the bucket to which a key belongs. `code` is its encoded key or its rank, and `place` is its
  /// present array index. Returns nothing if no range contains the index.
  std::optional<std::uint64_t> bucket_of(std::uint64_t code, std::uint64_t place) const;
};

/// Returns the bucket tables of the present pass, or null if the splitters are not known yet.
const BucketTables* bucket_tables(const Player& player);

/// Returns the bucket of each key, or nothing before the buckets are known.
std::optional<KeyGroups> bucket_groups(const Player& player);

/// Bucket sizes of a random sample for several seeds: sizes of the largest bucket, of the second largest, and so on.
struct BucketSpread {
  std::uint64_t seeds = 0;
  std::vector<std::uint64_t> low, median, high;
};

/// Simulates a pass of a sample sort on the CPU for several seeds, beginning with the run's own. `codes` contains the
/// encoded keys to distribute. Returns the bucket sizes. Returns nothing if sampling is not random, or if the number of
/// buckets varies with the seed.
std::optional<BucketSpread> bucket_spread(std::span<const std::uint64_t> codes, const algorithms::BucketPass& pass,
                                          std::uint64_t seeds);

/// Returns the bucket sizes of the present pass for `spread_seeds` seeds. Returns null if sampling is not random, if
/// the number of buckets varies, or if the distributed keys are not on the host.
constexpr std::uint64_t spread_seeds = 20;
const BucketSpread* bucket_spread(const Player& player);

/// Bucket sizes by randomized and by deterministic sampling of the same keys, with equally many buckets. The present
/// pass uses one of these methods. The sizes by the other method are computed on the CPU.
struct SamplingComparison {
  /// Bucket sizes by deterministic sampling, largest first; empty if there are too few keys.
  std::vector<std::uint64_t> even;
  std::uint64_t most = 0;              ///< bucket size that deterministic sampling never exceeds
  std::optional<BucketSpread> random;  ///< bucket sizes by randomized sampling, for several seeds
  bool own_is_random = false;
};

/// Compares both sampling methods for the present pass. Returns null unless the pass distributes the whole array and
/// its keys are available.
const SamplingComparison* sampling_comparison(const Player& player);

/// Returns the name of a bucket, for example "bucket 5 of range 2", or "bucket 5" if there is only one range.
std::string bucket_name(const BucketTables& tables, std::uint64_t bucket);

/// Returns the text of a splitter's key, or the splitter's rank if the keys have a custom comparison.
std::string rank_text(std::uint64_t rank, const algorithms::Problem& problem);

/// Returns the interval of keys that belong to a bucket: "12 < key ≤ 40", or "40 > key ≥ 12" in descending order.
std::string range_text(const BucketTables& tables, std::uint64_t bucket, const algorithms::Problem& problem);

/// Balanced binary search tree of the splitters. Splitter j separates bucket j from bucket j + 1.
struct SplitterTree {
  struct Node {
    std::uint64_t splitter = 0;
    std::uint64_t low = 0, high = 0;  ///< half-open range [low, high) of the buckets below the node
    unsigned depth = 0;
    std::optional<std::size_t> left, right;  ///< indices of the child nodes; an unset child is a bucket
  };
  std::vector<Node> nodes;  ///< nodes of the tree, the root first; empty if there is only one bucket
  std::uint64_t buckets = 0;
  unsigned depth = 0;  ///< number of comparisons on the longest path: log2 of the number of buckets, rounded up

  /// Returns the indices of the nodes on the path from the root to a bucket.
  std::vector<std::size_t> way_to(std::uint64_t bucket) const;
};

/// Returns the search tree for a number of buckets. Each node halves its buckets and has the larger half on the left.
/// If the number is a power of two, node i of this tree has the children 2i and 2i + 1.
SplitterTree splitter_tree(std::uint64_t buckets);

}  // namespace texelsort::app
