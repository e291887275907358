#pragma once

#include <cstdint>

namespace texelsort::algorithms::merge::device {

/// A sequence in an array of its own, possibly in another device's memory. Elements are numbered as if all sequences
/// were concatenated. Adding `shift`, modulo 2^64, to such a number gives the element's index in the array.
struct SequenceApart {
  const void* keys = nullptr;
  const void* payload = nullptr;  ///< null if there are only keys
  std::uint64_t n = 0;            ///< length of the array, which contains the sequence
  std::uint64_t shift = 0;
};

}  // namespace texelsort::algorithms::merge::device
