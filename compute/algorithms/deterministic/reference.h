#pragma once

#include <span>

#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/primitives/segmented_plan.h"

/// What GPU Bucket Sort does to arrays of codes, on the CPU: the references of shaders/sample/deterministic_*.comp and
/// of the kernels of the same names.
namespace texelsort::algorithms::deterministic {

/// A key by its code, told apart from its equals by its place in the array of sorted sublists.
struct Sample {
  std::uint64_t code = 0, place = 0;
  auto operator<=>(const Sample&) const = default;
};

/// Step 3: s equidistant samples of every sorted sublist, in the order of the sublists.
std::vector<Sample> local_samples(const BucketPlan& plan, std::span<const std::uint64_t> codes);

/// Step 4: the samples after the passes [0, pass] of their sort.
std::vector<Sample> sort_samples(const SegmentedPlan& sort, std::size_t pass, const std::vector<Sample>& samples);

/// Step 5: every m-th of the sorted samples.
std::vector<Sample> global_samples(const BucketPlan& plan, std::span<const Sample> sorted);

/// Step 6: for each sublist and each splitter, how many of the sublist's keys do not follow it; a row a sublist.
std::vector<std::uint64_t> index(const BucketPlan& plan, std::span<const std::uint64_t> codes,
                                 std::span<const Sample> splitters);
/// The keys between two neighbouring locations; a row a bucket, a column a sublist.
std::vector<std::uint64_t> bucket_counts(const BucketPlan& plan, std::span<const std::uint64_t> locations);

/// Step 7, from the scanned counts: where every bucket starts, and n; and their sizes.
struct Buckets {
  std::vector<std::uint64_t> starts, sizes;
};
Buckets buckets(const BucketPlan& plan, std::span<const std::uint64_t> starts);

/// Step 8: for each place of the buckets, that of its key among the sorted sublists.
std::vector<std::uint64_t> relocate(const BucketPlan& plan, std::span<const std::uint64_t> locations,
                                    std::span<const std::uint64_t> starts);

/// One pass of a RunMerge: for each place, that of its key before. Equal keys keep their order.
std::vector<std::uint64_t> merge(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> merged_starts);

}  // namespace texelsort::algorithms::deterministic
