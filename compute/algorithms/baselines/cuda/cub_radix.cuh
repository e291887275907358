#pragma once

#include <cub/device/device_radix_sort.cuh>
#include <limits>

#include "compute/algorithms/baselines/cuda/library.cuh"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

/// Sorts by cub::DeviceRadixSort. Without temporary memory, only stores the required bytes of temporary memory in
/// `bytes`. CUB's tuning depends on the type of n: on an H200, CUB 3.6 needs 5.44 ms for 2^28 u32 keys with 64-bit
/// counts and 6.34 ms with `int`, but 8.52 and 7.43 ms if a word moves with each key.
template <typename Code>
unsigned radix_sort(const CubSort& sort, std::size_t& bytes) {
  cub::DoubleBuffer<Code> keys(static_cast<Code*>(sort.keys[0]), static_cast<Code*>(sort.keys[1]));
  constexpr int first_bit = 0, end_bit = 8 * sizeof(Code);
  with_payload_type(sort.payload_bytes, [&]<typename Payload>(std::type_identity<Payload>) {
    if constexpr (std::is_void_v<Payload>) {
      cuda::check(cub::DeviceRadixSort::SortKeys(sort.temporary, bytes, keys, sort.n, first_bit, end_bit, sort.stream),
                  "cub::DeviceRadixSort::SortKeys");
    } else {
      cub::DoubleBuffer<Payload> payload(static_cast<Payload*>(sort.payload[0]),
                                         static_cast<Payload*>(sort.payload[1]));
      const auto sort_pairs = [&](auto n) {
        cuda::check(
            cub::DeviceRadixSort::SortPairs(sort.temporary, bytes, keys, payload, n, first_bit, end_bit, sort.stream),
            "cub::DeviceRadixSort::SortPairs");
      };
      const bool fits_int = sort.n <= std::uint64_t{std::numeric_limits<int>::max()};
      fits_int ? sort_pairs(static_cast<int>(sort.n)) : sort_pairs(sort.n);
    }
  });
  return static_cast<unsigned>(keys.selector);
}

namespace {

template <typename Word>
struct CubRadixKernels final : CubRadixLaunches {
  unsigned sort(const CubSort& sort) const override {
    std::size_t bytes = sort.temporary_bytes;
    return radix_sort<LibraryWord<Word>>(sort, bytes);
  }

  std::size_t bytes(unsigned payload_bytes, std::uint64_t n) const override {
    std::size_t bytes = 0;
    radix_sort<LibraryWord<Word>>({.payload_bytes = payload_bytes, .n = n}, bytes);
    return bytes;
  }
};

}  // namespace
}  // namespace texelsort::algorithms
