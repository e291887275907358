#pragma once

#include <span>

#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/primitives/segmented_plan.h"

/// Reference implementations of the passes of GPU Bucket Sort, on arrays of encoded keys. The shaders are
/// shaders/sample/deterministic_*.comp, and the kernels have the same names.
namespace texelsort::algorithms::deterministic {

/// Encoded key of a sample, and its position in the array of sorted sublists, which breaks ties.
struct Sample {
  std::uint64_t code = 0, place = 0;
  auto operator<=>(const Sample&) const = default;
};

/// Returns s equidistant samples of every sorted sublist, in the order of the sublists (step 3).
std::vector<Sample> local_samples(const BucketPlan& plan, std::span<const std::uint64_t> codes);

/// Returns the samples after the passes 0 to `pass` of their sort (step 4).
std::vector<Sample> sort_samples(const SegmentedPlan& sort, std::size_t pass, const std::vector<Sample>& samples);

/// Returns every m-th of the sorted samples, which are the splitters (step 5).
std::vector<Sample> global_samples(const BucketPlan& plan, std::span<const Sample> sorted);

/// Returns the table of locations (step 6): for each sublist (row) and splitter (column), the number of the sublist's
/// keys that do not follow the splitter.
std::vector<std::uint64_t> index(const BucketPlan& plan, std::span<const std::uint64_t> codes,
                                 std::span<const Sample> splitters);
/// Returns the number of keys of each sublist (column) in each bucket (row). It is the difference of two neighbouring
/// locations.
std::vector<std::uint64_t> bucket_counts(const BucketPlan& plan, std::span<const std::uint64_t> locations);

/// Starts of all buckets, with n as the last start, and sizes of all buckets (step 7). Both follow from the scanned
/// counts.
struct Buckets {
  std::vector<std::uint64_t> starts, sizes;
};
Buckets buckets(const BucketPlan& plan, std::span<const std::uint64_t> starts);

/// Returns, for each position in the buckets, the position in the sorted sublists that its key comes from (step 8).
std::vector<std::uint64_t> relocate(const BucketPlan& plan, std::span<const std::uint64_t> locations,
                                    std::span<const std::uint64_t> starts);

/// Executes one pass of a RunMerge: returns the previous position of the key at each position. Equal keys keep their
/// order.
std::vector<std::uint64_t> merge(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> merged_starts);

}  // namespace texelsort::algorithms::deterministic
