#include "compute/algorithms/deterministic/schedule.h"

#include <bit>
#include <utility>

#include "compute/algorithms/networks/rounds.h"
#include "compute/algorithms/primitives/word_bytes.h"

namespace texelsort::algorithms {
namespace {

/// `threads` invocations in `dispatches` dispatches that move so many bytes.
Counters counters(std::uint64_t dispatches, std::uint64_t threads, std::uint64_t fetched, std::uint64_t bytes) {
  Counters counters;
  counters.dispatches = dispatches;
  counters.fragments = threads;
  counters.texels_fetched = fetched;
  counters.bytes = bytes;
  return counters;
}

}  // namespace

SegmentedProblem sublists_of(const Problem& problem, const BucketPlan& plan) {
  return {problem.type(),
          problem.order,
          problem.payload,
          false,
          plan.sublists,
          plan.longest_sublist(),
          EvenSegments{plan.quotient, plan.remainder}};
}

SegmentedProblem samples_of(const Problem& problem, const BucketPlan& plan) {
  return {problem.type(),
          problem.order,
          data::PayloadKind::index,
          true,
          1,
          plan.all_samples(),
          EvenSegments{plan.all_samples(), 0}};
}

SegmentedProblem buckets_of(const Problem& problem, const BucketPlan& plan) {
  return {problem.type(), problem.order, problem.payload, false, plan.samples, plan.largest_bucket(), std::nullopt};
}

ComputeLimits limits_of(const deterministic::Settings& settings) {
  constexpr std::uint64_t any_number_of_steps = ~std::uint64_t{0} / 2;
  return {log2_of(static_cast<std::int64_t>(settings.tile)), log2_of(static_cast<std::int64_t>(settings.keys)),
          any_number_of_steps, 0};
}

void DeterministicSteps::add(std::string stage, std::string label, std::function<void()> execute,
                             std::function<Counters()> count, std::function<Claim()> claim) {
  if (stage != last_stage_) ++stages_;
  last_stage_ = stage;
  PassHeader header{passes_.size(), stages_ - 1, std::move(stage), std::move(label)};
  passes_.push_back({.header = [header = std::move(header)] { return header; },
                     .execute = std::move(execute),
                     .cost = std::move(count),
                     .claim = std::move(claim)});
  filled_.push_back(tables_filled_);
  if (!has_splitters_) return;
  passes_.back().detail = [plan = plan_, placed = in_buckets_]() -> PassDetail {
    return BucketPass{
        .buckets = plan.samples, .most = plan.largest_bucket(), .placed = placed, .ranges = {{0, plan.n}}};
  };
}

void DeterministicSteps::add_local_sort(const SegmentedPlan& sort) {
  for (std::size_t pass = 0; pass < sort.passes(); ++pass) {
    add(
        local_sort_stage, sort.label(pass), [this, pass] { worker_.sort_sublists(pass); },
        [this, &sort, pass] { return sort.count(pass, plan_.n); },
        [this, &sort, pass] { return claims_.local_sort(sort, pass); });
  }
}

void DeterministicSteps::add_bucket_sort(const SegmentedPlan& sort) {
  for (std::size_t pass = 0; pass < sort.passes(); ++pass) {
    add(
        bucket_sort_stage, sort.label(pass), [this, pass] { worker_.sort_buckets(pass); },
        [this, &sort, pass] { return sort.count(pass, plan_.n); },
        [this, &sort, pass] { return claims_.bucket_sort(sort, pass); });
  }
}

void DeterministicSteps::add_sampling(const SegmentedPlan& sort) {
  const std::uint64_t key = key_bytes(), all = plan_.all_samples(), s = plan_.samples;
  tables_filled_ = 2;
  add(
      "step 3: local sampling", "select samples", [this] { worker_.select_samples(); },
      [=] { return counters(1, all, all, all * (2 * key + word_bytes)); }, [this] { return claims_.local_sampling(); });
  for (std::size_t pass = 0; pass < sort.passes(); ++pass) {
    add(
        "step 4: sorting all samples", sort.label(pass), [this, pass] { worker_.sort_samples(pass); },
        [&sort, pass, all] { return sort.count(pass, all); },
        [this, &sort, pass] { return claims_.sample_sort(sort, pass); });
  }
  tables_filled_ = 4;
  has_splitters_ = true;
  add(
      "step 5: global sampling", "select splitters", [this] { worker_.select_splitters(); },
      [=] { return counters(1, s, s, 2 * s * (key + word_bytes)); }, [this] { return claims_.global_sampling(); });
}

void DeterministicSteps::add_bucketing(const DeterministicCosts& costs) {
  const std::uint64_t key = key_bytes(), all = plan_.all_samples(), s = plan_.samples;
  // By the definition: a binary search a splitter in every sublist.
  const std::uint64_t probes = all * static_cast<std::uint64_t>(std::bit_width(plan_.longest_sublist()));
  tables_filled_ = 6;
  add(
      "step 6: sample indexing", "search splitters in sublists", [this] { worker_.search_splitters(); },
      [=] { return counters(1, costs.searchers, probes, probes * key + 2 * all * word_bytes); },
      [this] { return claims_.sample_indexing(); });
  tables_filled_ = 8;
  add(
      "step 7: prefix sum", "starts of buckets", [this] { worker_.scan(); },
      [=] { return counters(costs.scan_launches, all + s + 1, all + 2 * s, costs.scan_bytes + 4 * s * word_bytes); },
      [this] { return claims_.prefix_sum(); });
  in_buckets_ = true;
  add(
      "step 8: data relocation", "sublists to buckets", [this] { worker_.relocate(); },
      [=, this] {
        return counters(1, costs.movers, plan_.n + 3 * all,
                        2 * plan_.n * element_bytes(problem_.type(), problem_.payload) + 3 * all * word_bytes);
      },
      [this] { return claims_.relocation(); });
}

}  // namespace texelsort::algorithms
