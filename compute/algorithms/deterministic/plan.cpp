#include "compute/algorithms/deterministic/plan.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace texelsort::algorithms {

BucketPlan::BucketPlan(std::uint64_t keys, std::uint64_t sublist, std::uint64_t s) : n(keys), samples(s) {
  sublists = n == 0 ? 0 : (n - 1) / sublist + 1;
  if (sublists == 0) return;
  quotient = n / sublists;
  remainder = n % sublists;
}

std::optional<std::string> BucketPlan::refusal(std::uint64_t sublist, std::uint64_t s) {
  if (2 * s <= sublist) return std::nullopt;
  return fmt::format("{} samples of a sublist of {} keys are too many: choose at most {}, or longer sublists", s,
                     sublist, sublist / 2);
}

ShownCut::ShownCut(std::uint64_t n)
    : sublist(std::clamp<std::uint64_t>(std::bit_ceil(n) / 8, 8, 1024)),
      samples(std::max<std::uint64_t>(sublist / 32, 4)) {}

std::vector<std::uint64_t> BucketPlan::sublist_starts() const {
  std::vector<std::uint64_t> starts;
  for (std::uint64_t i = 0; i <= sublists; ++i) starts.push_back(i * quotient + std::min(i, remainder));
  return starts;
}

std::vector<TableShape> deterministic_tables(const BucketPlan& plan, data::KeyType type) {
  constexpr data::KeyType word = data::KeyType::u32;
  const std::uint64_t all = plan.all_samples();
  return {{tables::Samples{}, type, all},
          {tables::SamplePlaces{}, word, all},
          {tables::Splitters{}, type, plan.samples},
          {tables::SplitterPlaces{}, word, plan.samples},
          {tables::Locations{}, word, all},
          {tables::SublistStarts{}, word, all},
          {tables::BucketStarts{}, word, plan.samples + 1},
          {tables::BucketSizes{}, word, plan.samples}};
}

std::vector<TableKind> deterministic_table_kinds() {
  std::vector<TableKind> kinds;
  for (const TableShape& table : deterministic_tables(BucketPlan(2, 2, 1), data::KeyType::u32))
    kinds.push_back(table.kind);
  return kinds;
}

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
