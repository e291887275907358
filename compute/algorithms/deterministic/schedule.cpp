#include "compute/algorithms/deterministic/schedule.h"

#include <bit>
#include <utility>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/compute_plan.h"

namespace texelsort::algorithms::deterministic {
namespace {

/// Returns the costs of dispatches. All of them together have `threads` invocations, read `read` elements, and move
/// `bytes` bytes.
Counters counters(std::uint64_t dispatches, std::uint64_t threads, std::uint64_t read, std::uint64_t bytes) {
  return {.dispatches = dispatches, .invocations = threads, .elements_read = read, .bytes = bytes};
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

ComputeLimits limits_of(const Settings& settings) {
  constexpr std::uint64_t any_number_of_steps = ~std::uint64_t{0} / 2;
  return {log2_of(static_cast<std::int64_t>(settings.tile)), log2_of(static_cast<std::int64_t>(settings.keys)),
          any_number_of_steps, 0};
}

void PassList::add(const char* stage, std::string label, std::function<void()> execute, std::function<Counters()> cost,
                   std::function<Claim()> claim) {
  if (stage != last_stage_) ++stages_;
  last_stage_ = stage;
  PassHeader header{passes_.size(), stages_ - 1, stage, std::move(label)};
  passes_.push_back({.header = [header = std::move(header)] { return header; },
                     .execute = std::move(execute),
                     .cost = std::move(cost),
                     .claim = std::move(claim)});
  filled_.push_back(tables_filled_);
  if (!plan_.has_buckets()) return;
  passes_.back().detail = [plan = plan_, placed = in_buckets_]() -> PassDetail {
    return BucketPass{.buckets = plan.samples,
                      .most = plan.largest_bucket(),
                      .placed = placed,
                      .ranges = {{0, plan.n}},
                      .sublists = plan.sublist_ranges(),
                      .samples = plan.samples};
  };
}

void PassList::add_step(const char* stage, const char* label, void (Steps::*execute)(), const Counters& cost,
                        Claim (Claims::*claim)() const) {
  add(
      stage, label, [this, execute] { (steps_.*execute)(); }, [cost] { return cost; },
      [this, claim] { return (claims_.*claim)(); });
}

void PassList::add_sort(const char* stage, const SegmentedPlan& sort, std::uint64_t keys,
                        void (Steps::*execute)(std::size_t),
                        Claim (Claims::*claim)(const SegmentedPlan&, std::size_t) const) {
  for (std::size_t pass = 0; pass < sort.passes(); ++pass) {
    add(
        stage, sort.label(pass), [this, execute, pass] { (steps_.*execute)(pass); },
        [&sort, pass, keys] { return sort.count(pass, keys); },
        [this, claim, &sort, pass] { return (claims_.*claim)(sort, pass); });
  }
}

void PassList::add_merge(const char* stage, const RunMerge& merge,
                         const std::function<void(std::size_t pass)>& execute) {
  for (std::size_t pass = 0; pass < merge.passes(); ++pass) {
    add(
        stage, merge.label(pass), [execute, pass] { execute(pass); },
        [this, &merge, pass] {
          return counters(1, merge.merged_runs(pass), plan_.n,
                          2 * plan_.n * element_bytes(problem_.type(), problem_.payload));
        },
        [this, &merge, pass] { return claims_.merge(merge, pass); });
  }
}

void PassList::add_local_sort(const SegmentedPlan& sort) {
  add_sort(local_sort_stage, sort, plan_.n, &Steps::sort_sublists, &Claims::local_sort);
}

void PassList::add_bucket_sort(const SegmentedPlan& sort) {
  add_sort(bucket_sort_stage, sort, plan_.n, &Steps::sort_buckets, &Claims::bucket_sort);
}

void PassList::add_sampling(const SegmentedPlan& sort) {
  const std::uint64_t key = key_bytes(), all = plan_.all_samples(), s = plan_.samples;
  tables_filled_ = 2;
  add_step("step 3: local sampling", "select samples", &Steps::local_samples,
           counters(1, all, all, all * (2 * key + word_bytes)), &Claims::local_sampling);
  add_sort("step 4: sorting all samples", sort, all, &Steps::sort_samples, &Claims::sample_sort);
  tables_filled_ = 4;
  add_step("step 5: global sampling", "select splitters", &Steps::global_samples,
           counters(1, s, s, 2 * s * (key + word_bytes)), &Claims::global_sampling);
}

void PassList::add_bucketing(const Costs& costs) {
  const std::uint64_t key = key_bytes(), all = plan_.all_samples(), s = plan_.samples;
  // By its definition, the step has one binary search per splitter in every sublist.
  const std::uint64_t probes = all * static_cast<std::uint64_t>(std::bit_width(plan_.longest_sublist()));
  tables_filled_ = 6;
  add_step("step 6: sample indexing", "search splitters in sublists", &Steps::index,
           counters(1, costs.searchers, probes, probes * key + 2 * all * word_bytes), &Claims::sample_indexing);
  tables_filled_ = 8;
  add_step("step 7: scan", "starts of buckets", &Steps::buckets,
           counters(costs.scan_launches, all + s + 1, all + 2 * s, (3 * all + 4 * s) * word_bytes), &Claims::scan);
  in_buckets_ = true;
  add_step("step 8: data relocation", "sublists to buckets", &Steps::relocate,
           counters(1, costs.movers, plan_.n + 3 * all,
                    2 * plan_.n * element_bytes(problem_.type(), problem_.payload) + 3 * all * word_bytes),
           &Claims::relocation);
}

}  // namespace texelsort::algorithms::deterministic
