#pragma once

#include <span>

#include "compute/algorithms/deterministic/plan.h"

/// What GPU Bucket Sort does to arrays of codes, on the CPU: the twins of its passes.
namespace texelsort::algorithms {

/// A key by its code, told apart from its equals by its place in the array of sorted sublists.
struct Sample {
  std::uint64_t code = 0, place = 0;
  auto operator<=>(const Sample&) const = default;
};

/// Step 3: s equidistant samples of every sorted sublist, in the order of the sublists.
std::vector<Sample> local_samples(const BucketPlan& plan, std::span<const std::uint64_t> codes);

/// Step 5: every m-th of the sorted samples.
std::vector<Sample> global_samples(const BucketPlan& plan, std::span<const Sample> sorted);

/// Step 6: for each sublist and each splitter, how many of the sublist's keys do not follow it; a row a sublist.
std::vector<std::uint64_t> locate(const BucketPlan& plan, std::span<const std::uint64_t> codes,
                                  std::span<const Sample> splitters);

/// The keys between two neighbouring locations; a row a bucket, a column a sublist.
std::vector<std::uint64_t> bucket_counts(const BucketPlan& plan, std::span<const std::uint64_t> locations);

/// Step 8: for each place of the array of sorted sublists, where its key goes.
std::vector<std::uint64_t> destinations(const BucketPlan& plan, std::span<const std::uint64_t> locations,
                                        std::span<const std::uint64_t> starts);

}  // namespace texelsort::algorithms
