#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/claims.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/algorithms/primitives/segmented_plan.h"

/// Passes of GPU Bucket Sort, the same for every backend.
namespace texelsort::algorithms::deterministic {

/// Problems of its three sorts: the sublists; the samples, as one list with a sample's place as payload; the buckets.
SegmentedProblem sublists_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem samples_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem buckets_of(const Problem& problem, const BucketPlan& plan);

/// Returns the limits of these sorts: tiles and keys.
ComputeLimits limits_of(const Settings& settings);

/// Executes the paper's steps on a backend. Each call is one pass, or one pass of a sort.
class Steps {
 public:
  virtual void sort_sublists(std::size_t pass) = 0;
  virtual void local_samples() = 0;
  virtual void sort_samples(std::size_t pass) = 0;
  virtual void global_samples() = 0;
  virtual void index() = 0;
  /// Scans the counts, and finds the buckets.
  virtual void buckets() = 0;
  virtual void relocate() = 0;
  virtual void sort_buckets(std::size_t pass) = 0;

 protected:
  ~Steps() = default;
};

/// Costs that differ between backends.
struct Costs {
  std::uint64_t searchers = 0;      ///< threads that search splitters
  std::uint64_t scan_launches = 0;  ///< launches of the scan
  std::uint64_t movers = 0;         ///< threads that relocate
};

/// The paper's steps as passes, in order. Step 1, the division into sublists, needs no pass.
class PassList {
 public:
  PassList(const BucketPlan& plan, const Problem& problem, const Claims& claims, Steps& steps)
      : plan_(plan), problem_(problem), claims_(claims), steps_(steps) {}

  static constexpr const char *local_sort_stage = "step 2: local sort", *bucket_sort_stage = "step 9: sublist sort";

  // Called in this order. The arguments must outlive the passes.
  void add_local_sort(const SegmentedPlan& sort);
  void add_sampling(const SegmentedPlan& sort);
  void add_bucketing(const Costs& costs);
  void add_bucket_sort(const SegmentedPlan& sort);
  /// Replaces a sort, or continues one.
  void add_merge(const char* stage, const RunMerge& merge, const std::function<void(std::size_t pass)>& execute);

  const std::vector<Pass>& passes() const { return passes_; }
  /// Returns how many of the tables are filled after that many passes.
  std::size_t tables_filled(std::uint64_t passes_done) const { return passes_done == 0 ? 0 : filled_[passes_done - 1]; }

 private:
  void add(const char* stage, std::string label, std::function<void()> execute, std::function<Counters()> cost,
           std::function<Claim()> claim);
  void add_step(const char* stage, const char* label, void (Steps::*execute)(), const Counters& cost,
                Claim (Claims::*claim)() const);
  void add_sort(const char* stage, const SegmentedPlan& sort, std::uint64_t keys, void (Steps::*execute)(std::size_t),
                Claim (Claims::*claim)(const SegmentedPlan&, std::size_t) const);
  std::uint64_t key_bytes() const { return data::key_bytes(problem_.type()); }

  BucketPlan plan_;
  const Problem& problem_;
  const Claims& claims_;
  Steps& steps_;
  std::vector<Pass> passes_;
  std::string last_stage_;
  std::uint64_t stages_ = 0;
  std::vector<std::size_t> filled_;  ///< after each of the passes

  /// State after the passes planned so far.
  std::size_t tables_filled_ = 0;
  bool in_buckets_ = false;
};

}  // namespace texelsort::algorithms::deterministic
