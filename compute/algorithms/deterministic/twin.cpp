#include "compute/algorithms/deterministic/twin.h"

namespace texelsort::algorithms {

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

std::vector<Sample> global_samples(const BucketPlan& plan, std::span<const Sample> sorted) {
  std::vector<Sample> result;
  for (std::uint64_t k = 1; k <= plan.samples; ++k) result.push_back(sorted[k * plan.sublists - 1]);
  return result;
}

std::vector<std::uint64_t> locate(const BucketPlan& plan, std::span<const std::uint64_t> codes,
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

std::vector<std::uint64_t> destinations(const BucketPlan& plan, std::span<const std::uint64_t> locations,
                                        std::span<const std::uint64_t> starts) {
  const auto sublist_starts = plan.sublist_starts();
  std::vector<std::uint64_t> result(plan.n);
  for (std::uint64_t i = 0; i < plan.sublists; ++i) {
    std::uint64_t x = 0;
    for (std::uint64_t k = 0; k < plan.samples; ++k) {
      std::uint64_t to = starts[k * plan.sublists + i];
      for (; x < locations[i * plan.samples + k]; ++x) result[sublist_starts[i] + x] = to++;
    }
  }
  return result;
}

}  // namespace texelsort::algorithms
