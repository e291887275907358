#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "compute/algorithms/ordered/cuda/launch.h"

/// Reference implementations of the steps of a distribution of an ordered sample sort. Keys are given as ranks.
namespace texelsort::algorithms::ordered {

using Numbers = std::vector<std::uint64_t>;

/// Starts of the segments that a level distributes, and the end of the last segment.
using Starts = std::shared_ptr<const Numbers>;
struct Segments {
  Level level;
  Starts starts;

  std::uint64_t buckets() const { return level.buckets(); }
  std::uint64_t first(std::uint64_t segment) const { return (*starts)[segment]; }
  std::uint64_t last(std::uint64_t segment) const { return (*starts)[segment + 1]; }
  std::uint64_t size(std::uint64_t segment) const { return last(segment) - first(segment); }
  std::uint64_t tiles(std::uint64_t segment) const { return (size(segment) + level.tile - 1) / level.tile; }
};

/// Rank of a key in the order of the keys, and its position in the array, which breaks ties.
using Placed = std::pair<std::uint64_t, std::uint64_t>;

/// Returns the splitters of a segment. There is one splitter fewer than buckets.
std::vector<Placed> draw_splitters(const Segments& segments, std::span<const std::uint64_t> ranks,
                                   std::uint64_t segment);

/// Returns the index of every key's bucket in its segment. `splitters` has as many entries per segment as there are
/// buckets.
Numbers find_buckets(const Segments& segments, std::span<const Placed> splitters, std::span<const std::uint64_t> ranks);

/// Returns the number of keys per bucket and tile. Each segment has one row per bucket, with one element per tile.
Numbers count_buckets(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Returns the exclusive scan of the counts: each count is replaced by the sum of all counts before it.
Numbers scan_counts(Numbers counts);

/// Returns, for every position, the position that its key comes from in a scatter. Keys of a bucket keep their order.
Numbers scatter(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Returns, for every position, the position that its key comes from if every tile is ordered by bucket in place.
Numbers order_tiles(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Returns the start of every bucket in its tile, in the order of the table of counts.
Numbers offsets_in_tiles(const Segments& segments, Numbers counts);

/// Returns the number of keys of every bucket of every segment.
Numbers cut_segments(const Segments& segments, std::span<const std::uint64_t> buckets);

}  // namespace texelsort::algorithms::ordered
