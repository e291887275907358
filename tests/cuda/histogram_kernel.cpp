// Launch of Onesweep's counting kernel with one block, so that the block takes several parts of the array in turn. The
// sorts launch as many blocks as a GPU has room for.
#include "tests/cuda/histogram_kernel.h"

#include <algorithm>

#include "compute/algorithms/radix/cuda/onesweep.cuh"
#include "compute/simt/arrays.h"
#include "compute/simt/queue.h"

namespace texelsort::algorithms::radix {
namespace {

/// Array on the CPU's device.
template <typename Number>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count)
      : memory_(simt::allocate(count * sizeof(Number), "array of a test")),
        numbers_(reinterpret_cast<Number*>(memory_), count) {
    std::ranges::fill(numbers_, Number{});
  }
  ~DeviceArray() { simt::release(memory_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  std::span<Number> all() const { return numbers_; }

 private:
  std::byte* memory_;
  std::span<Number> numbers_;
};

}  // namespace

CountedKeys count_by_one_block(std::span<const std::uint32_t> keys, unsigned below) {
  constexpr unsigned bits = 8, digits = 4;
  static simt::Queue queue;
  const DeviceArray<std::uint32_t> in(keys.size());
  const DeviceArray<unsigned long long> bins(digits << bits);
  const DeviceArray<KeySurvey> surveys(2);
  std::ranges::copy(keys, in.all().begin());
  KeySurvey& prefix = surveys.all()[1];
  prefix.below = below;

  HistogramArguments<std::uint32_t> arguments{};
  arguments.in = in.all().data();
  arguments.n = keys.size();
  arguments.code = data::code_masks<std::uint32_t>(data::KeyType::u32, data::Order::ascending);
  arguments.row = {0, bits, digits};
  arguments.bins = bins.all().data();
  arguments.found = surveys.all().data();
  arguments.prefix = &prefix;
  cuda::launch("histograms by one block",
               {1, count_threads, sizeof(unsigned) * (digits << bits), reinterpret_cast<CUstream_st*>(&queue)},
               histogram_kernel<std::uint32_t, 1, true>, arguments);
  return {{bins.all().begin(), bins.all().end()}, surveys.all().front()};
}

}  // namespace texelsort::algorithms::radix
