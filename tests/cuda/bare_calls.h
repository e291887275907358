#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/data/keys.h"

/// Libraries called as their documentation does it, in memory of cudaMalloc that nothing else of this program knows:
/// what the baselines are held against.
namespace texelsort::tests {

class BareCall {
 public:
  virtual ~BareCall() = default;
  /// Puts the input back, and waits.
  virtual void restore() = 0;
  /// Milliseconds of one call between two events.
  virtual double time() = 0;
  /// What the last call made of the keys.
  virtual data::Keys result() const = 0;
};

/// DeviceMergeSort::StableSortKeys by cuda::std::less; the number of keys is an int.
std::unique_ptr<BareCall> bare_merge_sort_int(const std::vector<std::uint32_t>& keys);
/// The same with a number of 64 bits.
std::unique_ptr<BareCall> bare_merge_sort(const std::vector<std::uint32_t>& keys);
std::unique_ptr<BareCall> bare_merge_sort(const std::vector<float>& keys);
/// By cuda::std::greater.
std::unique_ptr<BareCall> bare_merge_sort_down(const std::vector<std::uint64_t>& keys);
/// StableSortPairs with indices of 32 bits.
std::unique_ptr<BareCall> bare_merge_sort_pairs(const std::vector<std::uint32_t>& keys);

/// DeviceRadixSort::SortKeys and SortPairs between two arrays.
std::unique_ptr<BareCall> bare_radix_sort(const std::vector<std::uint32_t>& keys);
std::unique_ptr<BareCall> bare_radix_sort_pairs(const std::vector<std::uint32_t>& keys);

/// thrust::merge of [0, middle) and [middle, n), which does not wait and keeps its temporary memory.
std::unique_ptr<BareCall> bare_merge(const std::vector<std::uint32_t>& keys, std::uint64_t middle);

}  // namespace texelsort::tests
