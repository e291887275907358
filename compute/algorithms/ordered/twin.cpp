#include "compute/algorithms/ordered/twin.h"

#include <algorithm>
#include <numeric>

#include "compute/algorithms/ordered/places.h"

namespace texelsort::algorithms::ordered {

std::vector<Placed> draw_splitters(const Segments& segments, std::span<const std::uint64_t> ranks,
                                   std::uint64_t segment) {
  const Level& level = segments.level;
  const std::uint64_t start = segments.first(segment), samples = level.samples();
  const SamplePlaces place(level.seed, segment, samples, segments.size(segment));
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
