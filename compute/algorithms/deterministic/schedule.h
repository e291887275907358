#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/claims.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/algorithms/primitives/segmented_plan.h"

/// Passes of GPU Bucket Sort, which are the same for every backend.
namespace texelsort::algorithms::deterministic {

/// Return the inputs of the three segmented sorts: the sublists, the samples and the buckets. The samples are sorted as
/// one list, with their positions as payload.
SegmentedProblem sublists_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem samples_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem buckets_of(const Problem& problem, const BucketPlan& plan);

/// Returns the limits that all three segmented sorts use: the numbers of keys per tile and per invocation.
ComputeLimits limits_of(const Settings& settings);

/// Interface by which a backend executes the steps of the paper. Each function executes one pass. A sort consists of
/// several passes, with the number `pass`.
class Steps {
 public:
  virtual void sort_sublists(std::size_t pass) = 0;
  virtual void local_samples() = 0;
  virtual void sort_samples(std::size_t pass) = 0;
  virtual void global_samples() = 0;
  virtual void index() = 0;
  /// Scans the counts of keys, and computes the starts and sizes of the buckets.
  virtual void buckets() = 0;
  virtual void relocate() = 0;
  virtual void sort_buckets(std::size_t pass) = 0;

 protected:
  ~Steps() = default;
};

/// Numbers of threads and launches for passes whose cost depends on the backend.
struct Costs {
  std::uint64_t searchers = 0;      ///< number of threads that search splitters
  std::uint64_t scan_launches = 0;  ///< number of launches of the scan
  std::uint64_t movers = 0;         ///< number of threads that relocate keys
};

/// List of passes that execute the paper's steps, in order. Step 1, the division into sublists, needs no pass.
class PassList {
 public:
  PassList(const BucketPlan& plan, const Problem& problem, const Claims& claims, Steps& steps)
      : plan_(plan), problem_(problem), claims_(claims), steps_(steps) {}

  static constexpr const char *local_sort_stage = "step 2: local sort", *bucket_sort_stage = "step 9: sublist sort";

  // Add the passes of one step each. The caller must call these functions in this order. The arguments must outlive the
  // passes.
  void add_local_sort(const SegmentedPlan& sort);
  void add_sampling(const SegmentedPlan& sort);
  void add_bucketing(const Costs& costs);
  void add_bucket_sort(const SegmentedPlan& sort);
  /// Adds the passes of a merge, which replaces a sort or continues it.
  void add_merge(const char* stage, const RunMerge& merge, const std::function<void(std::size_t pass)>& execute);

  const std::vector<Pass>& passes() const { return passes_; }
  /// Returns the number of tables that are filled after `passes_done` passes.
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
  std::vector<std::size_t> filled_;  ///< number of filled tables after each pass

  /// number of tables and stage of the run after the last added pass
  std::size_t tables_filled_ = 0;
  bool in_buckets_ = false;
};

}  // namespace texelsort::algorithms::deterministic
