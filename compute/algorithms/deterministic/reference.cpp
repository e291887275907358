#include "compute/algorithms/deterministic/reference.h"

#include <algorithm>
#include <numeric>

namespace texelsort::algorithms::deterministic {

std::vector<Sample> local_samples(const BucketPlan& plan, std::span<const std::uint64_t> codes) {
  const auto starts = plan.sublist_starts();
  std::vector<Sample> result;
  for (std::uint64_t i = 0; i < plan.sublists; ++i) {
    const std::uint64_t size = starts[i + 1] - starts[i];
    for (std::uint64_t j = 1; j <= plan.samples; ++j) {
      const std::uint64_t place = starts[i] + (j * size + plan.samples - 1) / plan.samples - 1;
      result.push_back({codes[place], place});
    }
  }
  return result;
}

/// Applies a pass of the sorting network to the ranks of the samples, which are all different.
std::vector<Sample> sort_samples(const SegmentedPlan& sort, std::size_t pass, const std::vector<Sample>& samples) {
  std::vector<Sample> ordered = samples;
  std::ranges::sort(ordered);
  std::vector<std::uint64_t> ranks;
  for (const Sample& sample : samples) {
    ranks.push_back(static_cast<std::uint64_t>(std::ranges::lower_bound(ordered, sample) - ordered.begin()));
  }
  const std::vector<std::uint64_t> whole{0, ranks.size()};
  for (std::size_t i = 0; i <= pass; ++i) sort.apply(i, ranks, {}, whole);
  std::vector<Sample> result;
  for (const std::uint64_t rank : ranks) result.push_back(ordered[rank]);
  return result;
}

std::vector<Sample> global_samples(const BucketPlan& plan, std::span<const Sample> sorted) {
  std::vector<Sample> result;
  for (std::uint64_t k = 1; k <= plan.samples; ++k) result.push_back(sorted[k * plan.sublists - 1]);
  return result;
}

std::vector<std::uint64_t> index(const BucketPlan& plan, std::span<const std::uint64_t> codes,
                                 std::span<const Sample> splitters) {
  const auto starts = plan.sublist_starts();
  std::vector<std::uint64_t> result;
  for (std::uint64_t i = 0; i < plan.sublists; ++i) {
    std::uint64_t place = starts[i];
    for (const Sample& splitter : splitters) {
      while (place < starts[i + 1] && Sample{codes[place], place} <= splitter) ++place;
      result.push_back(place - starts[i]);
    }
  }
  return result;
}

std::vector<std::uint64_t> bucket_counts(const BucketPlan& plan, std::span<const std::uint64_t> locations) {
  std::vector<std::uint64_t> result;
  for (std::uint64_t k = 0; k < plan.samples; ++k) {
    for (std::uint64_t i = 0; i < plan.sublists; ++i) {
      const std::uint64_t run = i * plan.samples + k;
      result.push_back(locations[run] - (k > 0 ? locations[run - 1] : 0));
    }
  }
  return result;
}

Buckets buckets(const BucketPlan& plan, std::span<const std::uint64_t> starts) {
  Buckets found;
  for (std::uint64_t k = 0; k < plan.samples; ++k) found.starts.push_back(starts[k * plan.sublists]);
  found.starts.push_back(plan.n);
  for (std::uint64_t k = 0; k < plan.samples; ++k) found.sizes.push_back(found.starts[k + 1] - found.starts[k]);
  return found;
}

std::vector<std::uint64_t> relocate(const BucketPlan& plan, std::span<const std::uint64_t> locations,
                                    std::span<const std::uint64_t> starts) {
  const auto sublist_starts = plan.sublist_starts();
  std::vector<std::uint64_t> result(plan.n);
  for (std::uint64_t i = 0; i < plan.sublists; ++i) {
    std::uint64_t x = 0;
    for (std::uint64_t k = 0; k < plan.samples; ++k) {
      std::uint64_t to = starts[k * plan.sublists + i];
      for (; x < locations[i * plan.samples + k]; ++x) result.at(to++) = sublist_starts[i] + x;
    }
  }
  return result;
}

std::vector<std::uint64_t> merge(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> merged_starts) {
  std::vector<std::uint64_t> places(codes.size());
  std::iota(places.begin(), places.end(), std::uint64_t{0});
  for (std::size_t i = 0; i + 1 < merged_starts.size(); ++i) {
    const std::span run = std::span(places).subspan(merged_starts[i], merged_starts[i + 1] - merged_starts[i]);
    std::ranges::stable_sort(run, {}, [&](std::uint64_t place) { return codes[place]; });
  }
  return places;
}

}  // namespace texelsort::algorithms::deterministic
