#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "compute/algorithms/ordered/cuda/launch.h"

/// Plain C++ for each step of a distribution, on keys as ranks.
namespace texelsort::algorithms::ordered {

using Numbers = std::vector<std::uint64_t>;

/// The segments that a level distributes: where they start, and the end of the last.
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

/// A rank by the comparison, and the place that tells equal ones apart.
using Placed = std::pair<std::uint64_t, std::uint64_t>;

/// The splitters of a segment, one fewer than it has buckets.
std::vector<Placed> draw_splitters(const Segments& segments, std::span<const std::uint64_t> ranks,
                                   std::uint64_t segment);

/// The bucket of every key in its segment; `splitters`: as many of each segment as buckets.
Numbers find_buckets(const Segments& segments, std::span<const Placed> splitters, std::span<const std::uint64_t> ranks);

/// The keys of each bucket in each tile: of every segment a row for each bucket, with an element for each tile.
Numbers count_buckets(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Each is the sum of those before it.
Numbers scan_counts(Numbers counts);

/// The place that every place's key comes from: keys of a bucket keep the order in which they stood.
Numbers scatter(const Segments& segments, std::span<const std::uint64_t> buckets);

/// The place that every place's key comes from when every tile is put in order by bucket where it stands.
Numbers order_tiles(const Segments& segments, std::span<const std::uint64_t> buckets);

/// Where in its tile every bucket begins, in the order of counts.
Numbers offsets_in_tiles(const Segments& segments, Numbers counts);

/// The keys of every bucket of every segment.
Numbers cut_segments(const Segments& segments, std::span<const std::uint64_t> buckets);

}  // namespace texelsort::algorithms::ordered
