#pragma once

#include <memory>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/reference.h"
#include "compute/algorithms/primitives/segmented_plan.h"

namespace texelsort::algorithms::deterministic {

/// Claims of the passes of GPU Bucket Sort, which compare each pass with its reference implementation. The returned
/// claims contain copies of this object. The sorts and merges that are passed to the functions must outlive the claims.
class Claims {
 public:
  Claims(const BucketPlan& plan, const kernels::KeyOrder& order) : plan_(plan), order_(order) {}

  Claim local_sort(const SegmentedPlan& sort, std::size_t pass) const;
  Claim local_sampling() const;
  Claim sample_sort(const SegmentedPlan& sort, std::size_t pass) const;
  Claim global_sampling() const;
  Claim sample_indexing() const;
  Claim scan() const;
  Claim relocation() const;
  Claim bucket_sort(const SegmentedPlan& sort, std::size_t pass) const;
  Claim merge(const RunMerge& merge, std::size_t pass) const;

 private:
  std::string key_text(std::uint64_t rank) const;
  std::vector<Sample> samples(const Observation& seen, const TableKind& keys, const TableKind& places) const;
  std::vector<Sample> samples(const Observation& seen) const;
  std::vector<Sample> splitters(const Observation& seen) const;
  std::optional<Violation> find_other(const Observation& seen, std::span<const std::uint64_t> codes,
                                      std::span<const std::uint64_t> payload) const;
  std::optional<Violation> find_other_from(const Observation& seen, std::span<const std::uint64_t> places) const;
  std::optional<Violation> find_unsorted(const Observation& seen, const SegmentedPlan& sort, std::size_t pass,
                                         std::span<const std::uint64_t> starts) const;
  std::optional<Violation> find_large_bucket(std::span<const std::uint64_t> sizes) const;
  std::optional<Violation> find_misplaced(const Observation& seen) const;

  BucketPlan plan_;
  kernels::KeyOrder order_;
};

}  // namespace texelsort::algorithms::deterministic
