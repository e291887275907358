#pragma once

#include <memory>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/run_merge.h"
#include "compute/algorithms/primitives/segmented_plan.h"

namespace texelsort::algorithms {

/// What the passes of GPU Bucket Sort have made true, each compared with its twin.
class DeterministicClaims {
 public:
  DeterministicClaims(const BucketPlan& plan, const kernels::KeyOrder& order) : plan_(plan), order_(order) {}

  Claim local_sort(const SegmentedPlan& sort, std::size_t pass) const;
  Claim local_sampling() const;
  Claim sample_sort(const SegmentedPlan& sort, std::size_t pass) const;
  Claim global_sampling() const;
  Claim sample_indexing() const;
  Claim prefix_sum() const;
  Claim relocation() const;
  Claim bucket_sort(const SegmentedPlan& sort, std::size_t pass) const;
  Claim merge(const RunMerge& merge, std::size_t pass) const;

 private:
  BucketPlan plan_;
  kernels::KeyOrder order_;
};

}  // namespace texelsort::algorithms
