#pragma once

#include <cstdint>

namespace texelsort::algorithms::merge::device {

/// A sequence in an array of its own, possibly on another device. Elements of all sequences are numbered consecutively.
/// An element has the index number + `shift` in its array, modulo 2^64.
struct SequenceApart {
  const void* keys = nullptr;
  const void* payload = nullptr;  ///< payload in the order of the keys; null if there is no payload
  std::uint64_t n = 0;            ///< number of elements of the array; the sequence may be only a part of it
  std::uint64_t shift = 0;
};

}  // namespace texelsort::algorithms::merge::device
