#include "compute/algorithms/deterministic/plan.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace texelsort::algorithms::deterministic {

BucketPlan::BucketPlan(std::uint64_t keys, std::uint64_t sublist, std::uint64_t s) : n(keys), samples(s) {
  sublists = n == 0 ? 0 : (n - 1) / sublist + 1;
  if (sublists == 0) return;
  quotient = n / sublists;
  remainder = n % sublists;
}

std::optional<std::string> BucketPlan::refusal(std::uint64_t sublist, std::uint64_t s) {
  if (2 * s <= sublist) return std::nullopt;
  return fmt::format("{} samples are too many for a sublist of {} keys: choose at most {}, or longer sublists", s,
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

std::vector<BucketPass::Range> BucketPlan::sublist_ranges() const {
  std::vector<BucketPass::Range> ranges;
  const std::vector<std::uint64_t> starts = sublist_starts();
  for (std::uint64_t i = 0; i < sublists; ++i) ranges.push_back({starts[i], starts[i + 1] - starts[i]});
  return ranges;
}

std::vector<TableShape> table_shapes(const BucketPlan& plan, data::KeyType type) {
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

RunMerge::RunMerge(const BucketPlan& plan, const Settings& settings, Of what)
    : plan_(plan),
      what_(what),
      ways_(settings.ways),
      longest_(what == Of::sublists ? plan.longest_sublist() : plan.sublists) {
  for (std::uint64_t w = what == Of::sublists ? settings.block() : 1; w < longest_; w *= ways_) widths_.push_back(w);
}

std::uint64_t RunMerge::longest_merge(Of what, const BucketPlan& plan) {
  return what == Of::sublists ? plan.longest_sublist() : plan.largest_bucket();
}

std::string RunMerge::label(std::size_t pass) const {
  const std::uint64_t width = widths_[pass];
  if (what_ == Of::sublists) return fmt::format("merge runs of {} by {}", width, ways_);
  return fmt::format("merge runs of {} sublist{} by {}", width, width > 1 ? "s" : "", ways_);
}

std::vector<std::uint64_t> RunMerge::merged_starts(std::size_t pass, std::span<const std::uint64_t> starts) const {
  const std::uint64_t merged = widths_[pass] * ways_;
  const auto sublists = plan_.sublist_starts();
  std::vector<std::uint64_t> result;
  for (std::uint64_t segment = 0; segment < segments(); ++segment) {
    for (std::uint64_t from = 0; from < longest_; from += merged) {
      result.push_back(what_ == Of::buckets ? starts[segment * plan_.sublists + from]
                                            : std::min(sublists[segment] + from, sublists[segment + 1]));
    }
  }
  result.push_back(plan_.n);
  return result;
}

}  // namespace texelsort::algorithms::deterministic
