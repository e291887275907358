#pragma once

#include <span>

#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/primitives/segmented_plan.h"

/// Reference implementations of GPU Bucket Sort on arrays of encoded keys, for shaders/sample/deterministic_*.comp and
/// the kernels of the same names.
namespace texelsort::algorithms::deterministic {

/// Encoded key of a sample, and its place in the array of sorted sublists, which breaks ties.
struct Sample {
  std::uint64_t code = 0, place = 0;
  auto operator<=>(const Sample&) const = default;
};

/// Step 3: returns s equidistant samples of every sorted sublist, in the order of the sublists.
std::vector<Sample> local_samples(const BucketPlan& plan, std::span<const std::uint64_t> codes);

/// Step 4: returns the samples after pass `pass` of their sort and all passes before it.
std::vector<Sample> sort_samples(const SegmentedPlan& sort, std::size_t pass, const std::vector<Sample>& samples);

/// Step 5: returns every m-th of the sorted samples.
std::vector<Sample> global_samples(const BucketPlan& plan, std::span<const Sample> sorted);

/// Step 6: returns the table of locations: for each sublist (row) and splitter (column), the number of the sublist's
/// keys that do not follow the splitter.
std::vector<std::uint64_t> index(const BucketPlan& plan, std::span<const std::uint64_t> codes,
                                 std::span<const Sample> splitters);
/// Returns the number of keys of each sublist (column) in each bucket (row), which is the difference of two
/// neighbouring locations.
std::vector<std::uint64_t> bucket_counts(const BucketPlan& plan, std::span<const std::uint64_t> locations);

/// Step 7: the starts of all buckets, n as the last start, and the sizes of all buckets. They follow from the scanned
/// counts.
struct Buckets {
  std::vector<std::uint64_t> starts, sizes;
};
Buckets buckets(const BucketPlan& plan, std::span<const std::uint64_t> starts);

/// Step 8: returns, for each place in the buckets, the place in the sorted sublists that its key comes from.
std::vector<std::uint64_t> relocate(const BucketPlan& plan, std::span<const std::uint64_t> locations,
                                    std::span<const std::uint64_t> starts);

/// Executes one pass of a RunMerge: returns the previous place of the key at each place. Equal keys keep their order.
std::vector<std::uint64_t> merge(std::span<const std::uint64_t> codes, std::span<const std::uint64_t> merged_starts);

}  // namespace texelsort::algorithms::deterministic
