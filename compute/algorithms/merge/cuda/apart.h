#pragma once

#include <cstdint>

namespace texelsort::algorithms::merge::device {

/// A sequence that has an array of its own, possibly in another device's memory. Elements are numbered as if all
/// sequences were concatenated. The element's index in its array is this number plus `shift`, modulo 2^64.
struct SequenceApart {
  const void* keys = nullptr;
  const void* payload = nullptr;  ///< payload in the same order as the keys; null if there are only keys
  std::uint64_t n = 0;            ///< number of elements of the array, of which the sequence may be a part
  std::uint64_t shift = 0;
};

}  // namespace texelsort::algorithms::merge::device
