#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/claims.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/algorithms/primitives/segmented_plan.h"

/// Which passes GPU Bucket Sort takes, the same for every backend.
namespace texelsort::algorithms::deterministic {

/// What its three sorts sort: the sublists; the samples, one list, whose payload is a sample's place; the buckets.
SegmentedProblem sublists_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem samples_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem buckets_of(const Problem& problem, const BucketPlan& plan);

/// The limits of these sorts: tiles and keys.
ComputeLimits limits_of(const Settings& settings);

/// Who executes the paper's steps. Each call is one pass, or one of a sort's.
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

/// What only a backend knows of its passes' cost.
struct Costs {
  std::uint64_t searchers = 0;      ///< threads that look for splitters
  std::uint64_t scan_launches = 0;  ///< of the scan
  std::uint64_t movers = 0;         ///< threads that relocate
};

/// The paper's steps as passes, in their order. Step 1, the cut into sublists, is no work.
class PassList {
 public:
  PassList(const BucketPlan& plan, const Problem& problem, const Claims& claims, Steps& steps)
      : plan_(plan), problem_(problem), claims_(claims), steps_(steps) {}

  static constexpr const char *local_sort_stage = "step 2: local sort", *bucket_sort_stage = "step 9: sublist sort";

  // In this order; what is passed has to live as long as the passes.
  void add_local_sort(const SegmentedPlan& sort);
  void add_sampling(const SegmentedPlan& sort);
  void add_bucketing(const Costs& costs);
  void add_bucket_sort(const SegmentedPlan& sort);
  /// In place of a sort, or to go on with one.
  void add_merge(const char* stage, const RunMerge& merge, const std::function<void(std::size_t pass)>& execute);

  const std::vector<Pass>& passes() const { return passes_; }
  /// How many of the tables hold something after that many passes.
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
  std::vector<std::size_t> filled_;  ///< after each of them

  /// What holds after the passes that are being planned.
  std::size_t tables_filled_ = 0;
  bool in_buckets_ = false;
};

}  // namespace texelsort::algorithms::deterministic
