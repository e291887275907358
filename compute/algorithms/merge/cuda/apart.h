#pragma once

#include <cstdint>

namespace texelsort::algorithms::merge::device {

/// A sequence that lies in its own array, possibly in another device's memory. Elements are numbered as if all
/// sequences were concatenated. The index of an element in its array is this number plus `shift`, modulo 2^64.
struct SequenceApart {
  const void* keys = nullptr;
  const void* payload = nullptr;  ///< payload in the order of the keys; null if there is no payload
  std::uint64_t n = 0;            ///< number of elements of the array, of which the sequence may be only a part
  std::uint64_t shift = 0;
};

}  // namespace texelsort::algorithms::merge::device
