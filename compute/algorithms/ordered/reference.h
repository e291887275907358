#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "compute/algorithms/ordered/cuda/launch.h"

/// Reference implementation of each step of a distribution, on keys as ranks.
namespace texelsort::algorithms::ordered {

using Numbers = std::vector<std::uint64_t>;

/// Segments that a level distributes: their starts, and the end of the last.
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

/// Rank of a key in the comparison's order, and its place, which breaks ties.
using Placed = std::pair<std::uint64_t, std::uint64_t>;

/// Draws the splitters of a segment, one fewer than it has buckets.
std::vector<Placed> draw_splitters(const Segments& segments, std::span<const std::uint64_t> ranks,
                                   std::uint64_t segment);

/// Returns the bucket of every key in its segment. `splitters`: as many per segment as buckets.
Numbers find_buckets(const Segments& segments, std::span<const Placed> splitters, std::span<const std::uint64_t> ranks);

/// Counts the keys of each bucket in each tile: per segment one row per bucket, with one element per tile.
Numbers count_buckets(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Replaces each count by the sum of those before it.
Numbers scan_counts(Numbers counts);

/// Returns the source place of the key at every place. Keys of a bucket keep their order.
Numbers scatter(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Returns the source place of the key at every place if every tile is ordered by bucket in place.
Numbers order_tiles(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Returns the start of every bucket in its tile, in the order of counts.
Numbers offsets_in_tiles(const Segments& segments, Numbers counts);

/// Counts the keys of every bucket of every segment.
Numbers cut_segments(const Segments& segments, std::span<const std::uint64_t> buckets);

}  // namespace texelsort::algorithms::ordered
