#include "compute/algorithms/ordered/reference.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "compute/algorithms/cuda/kernels/sample_places.h"

namespace texelsort::algorithms::ordered {

std::vector<Placed> draw_splitters(const Segments& segments, std::span<const std::uint64_t> ranks,
                                   std::uint64_t segment) {
  const Level& level = segments.level;
  const std::uint64_t start = segments.first(segment), samples = level.samples();
  const kernels::SamplePlaces place(level.seed, segment, samples, segments.size(segment));
  std::vector<Placed> drawn(samples);
  for (std::uint64_t i = 0; i < samples; ++i) drawn[i] = {ranks[start + place(i)], start + place(i)};
  std::ranges::sort(drawn);
  std::vector<Placed> splitters;
  for (std::uint64_t j = 1; j < level.buckets(); ++j) splitters.push_back(drawn[j * level.oversampling]);
  return splitters;
}

Numbers find_buckets(const Segments& segments, std::span<const Placed> splitters,
                     std::span<const std::uint64_t> ranks) {
  Numbers buckets(ranks.size());
  for (std::uint64_t segment = 0; segment < segments.level.segments; ++segment) {
    const auto own = splitters.subspan(segment * segments.buckets(), segments.buckets() - 1);
    for (std::uint64_t i = segments.first(segment); i < segments.last(segment); ++i) {
      buckets[i] = static_cast<std::uint64_t>(std::ranges::lower_bound(own, Placed{ranks[i], i}) - own.begin());
    }
  }
  return buckets;
}

Numbers count_buckets(const Segments& segments, std::span<const std::uint64_t> buckets) {
  Numbers counts;
  for (std::uint64_t segment = 0; segment < segments.level.segments; ++segment) {
    const std::uint64_t columns = segments.tiles(segment), row = counts.size(), start = segments.first(segment);
    counts.resize(row + columns * segments.buckets());
    for (std::uint64_t i = start; i < segments.last(segment); ++i) {
      ++counts[row + buckets[i] * columns + (i - start) / segments.level.tile];
    }
  }
  return counts;
}

Numbers scan_counts(Numbers counts) {
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::uint64_t{0});
  return counts;
}

Numbers scatter(const Segments& segments, std::span<const std::uint64_t> buckets) {
  Numbers from(buckets.size());
  std::iota(from.begin(), from.end(), std::uint64_t{0});
  for (std::uint64_t segment = 0; segment < segments.level.segments; ++segment) {
    std::ranges::stable_sort(std::span(from).subspan(segments.first(segment), segments.size(segment)), {},
                             [&](std::uint64_t i) { return buckets[i]; });
  }
  return from;
}

Numbers order_tiles(const Segments& segments, std::span<const std::uint64_t> buckets) {
  Numbers from(buckets.size());
  std::iota(from.begin(), from.end(), std::uint64_t{0});
  for (std::uint64_t segment = 0; segment < segments.level.segments; ++segment) {
    for (std::uint64_t at = segments.first(segment); at < segments.last(segment); at += segments.level.tile) {
      const std::uint64_t size = std::min(segments.level.tile, segments.last(segment) - at);
      std::ranges::stable_sort(std::span(from).subspan(at, size), {}, [&](std::uint64_t i) { return buckets[i]; });
    }
  }
  return from;
}

Numbers offsets_in_tiles(const Segments& segments, Numbers counts) {
  std::uint64_t first = 0;
  for (std::uint64_t segment = 0; segment < segments.level.segments; ++segment) {
    const std::uint64_t columns = segments.tiles(segment);
    for (std::uint64_t tile = 0; tile < columns; ++tile) {
      std::uint64_t before = 0;
      for (std::uint64_t bucket = 0; bucket < segments.buckets(); ++bucket) {
        std::uint64_t& element = counts[first + bucket * columns + tile];
        before += std::exchange(element, before);
      }
    }
    first += columns * segments.buckets();
  }
  return counts;
}

Numbers cut_segments(const Segments& segments, std::span<const std::uint64_t> buckets) {
  Numbers sizes(segments.level.segments * segments.buckets());
  for (std::uint64_t segment = 0; segment < segments.level.segments; ++segment) {
    for (std::uint64_t i = segments.first(segment); i < segments.last(segment); ++i) {
      ++sizes[segment * segments.buckets() + buckets[i]];
    }
  }
  return sizes;
}

}  // namespace texelsort::algorithms::ordered
