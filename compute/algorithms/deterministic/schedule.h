#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/claims.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/algorithms/primitives/segmented_plan.h"

namespace texelsort::algorithms {

/// What its three sorts sort: the sublists; the samples, one list, whose payload is a sample's place; the buckets.
SegmentedProblem sublists_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem samples_of(const Problem& problem, const BucketPlan& plan);
SegmentedProblem buckets_of(const Problem& problem, const BucketPlan& plan);

/// The limits of these sorts: tiles and keys.
ComputeLimits limits_of(const deterministic::Settings& settings);

/// Who executes the paper's steps. Each call is one pass, or one of a sort's.
class DeterministicWorker {
 public:
  virtual ~DeterministicWorker() = default;
  virtual void sort_sublists(std::size_t pass) = 0;
  virtual void select_samples() = 0;
  virtual void sort_samples(std::size_t pass) = 0;
  virtual void select_splitters() = 0;
  virtual void search_splitters() = 0;
  virtual void scan() = 0;
  virtual void relocate() = 0;
  virtual void sort_buckets(std::size_t pass) = 0;
};

/// What a worker's passes cost beyond their definition.
struct DeterministicCosts {
  std::uint64_t searchers = 0;      ///< threads that look for splitters
  std::uint64_t scan_launches = 0;  ///< of the scan
  std::uint64_t movers = 0;         ///< threads that relocate
  std::uint64_t scan_bytes = 0;     ///< read and written by the scan
};

/// The paper's steps as passes, in their order, whoever executes them. Step 1, the cut into sublists, is no work.
class DeterministicSteps {
 public:
  DeterministicSteps(const BucketPlan& plan, const Problem& problem, const DeterministicClaims& claims,
                     DeterministicWorker& worker)
      : plan_(plan), problem_(problem), claims_(claims), worker_(worker) {}

  static constexpr const char *local_sort_stage = "step 2: local sort", *bucket_sort_stage = "step 9: sublist sort";

  // In this order; what is passed has to live as long as the passes.
  void add_local_sort(const SegmentedPlan& sort);
  void add_sampling(const SegmentedPlan& sort);
  void add_bucketing(const DeterministicCosts& costs);
  void add_bucket_sort(const SegmentedPlan& sort);
  /// Passes of a worker's own.
  void add(std::string stage, std::string label, std::function<void()> execute, std::function<Counters()> count,
           std::function<Claim()> claim);

  const std::vector<Pass>& passes() const { return passes_; }
  /// How many of the tables hold something after so many passes.
  std::size_t tables_filled(std::uint64_t passes_done) const { return passes_done == 0 ? 0 : filled_[passes_done - 1]; }

 private:
  std::uint64_t key_bytes() const { return data::key_bytes(problem_.type()); }

  BucketPlan plan_;
  const Problem& problem_;
  const DeterministicClaims& claims_;
  DeterministicWorker& worker_;
  std::vector<Pass> passes_;
  std::string last_stage_;
  std::uint64_t stages_ = 0;
  std::vector<std::size_t> filled_;  ///< after each of them

  /// What holds after the passes that are being planned.
  std::size_t tables_filled_ = 0;
  bool has_splitters_ = false, in_buckets_ = false;
};

}  // namespace texelsort::algorithms
