#pragma once

#include <span>

#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/primitives/segmented_plan.h"

/// Reference implementations of GPU Bucket Sort on arrays of encoded keys, for shaders/sample/deterministic_*.comp and
/// the kernels of the same names.
namespace texelsort::algorithms::deterministic {

/// Encoded key with its place in the array of sorted sublists, which breaks ties.
struct Sample {
  std::uint64_t code = 0, place = 0;
  auto operator<=>(const Sample&) const = default;
};

/// Step 3: returns s equidistant samples of every sorted sublist, in the order of the sublists.
std::vector<Sample> local_samples(const BucketPlan& plan, std::span<const std::uint64_t> codes);

/// Step 4: returns the samples after the passes [0, pass] of their sort.
std::vector<Sample> sort_samples(const SegmentedPlan& sort, std::size_t pass, const std::vector<Sample>& samples);

/// Step 5: returns every m-th of the sorted samples.
std::vector<Sample> global_samples(const BucketPlan& plan, std::span<const Sample> sorted);

/// Step 6: returns, for each sublist (row) and splitter (column), the number of the sublist's keys that do not follow
/// the splitter.
std::vector<std::uint64_t> index(const BucketPlan& plan, std::span<const std::uint64_t> codes,
                                 std::span<const Sample> splitters);
/// Returns the number of keys between two neighbouring locations, one row per bucket and one column per sublist.
std::vector<std::uint64_t> bucket_counts(const BucketPlan& plan, std::span<const std::uint64_t> locations);

/// Step 7: starts of all buckets, and n; and their sizes. Computed from the scanned counts.
struct Buckets {
  std::vector<std::uint64_t> starts, sizes;
};
Buckets buckets(const BucketPlan& plan, std::span<const std::uint64_t> starts);

/// Step 8: returns, for each place of the buckets, the place of its key in the sorted sublists.
std::vector<std::uint64_t> relocate(const BucketPlan& plan, std::span<const std::uint64_t> locations,
                                    std::span<const std::uint64_t> starts);

/// Executes one pass of a RunMerge: returns the previous place of the key at each place. Equal keys keep their order.
std::vector<std::uint64_t> merge(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> merged_starts);

}  // namespace texelsort::algorithms::deterministic
