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

}  // namespace texelsort::algorithms
