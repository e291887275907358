#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace texelsort::app {

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
