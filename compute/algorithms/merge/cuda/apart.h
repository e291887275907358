#pragma once

#include <cstdint>

namespace texelsort::algorithms::merge::device {

/// A sequence that stands in an array of its own, which may be another device's memory. Its elements are numbered as
/// if all sequences stood one after another; `shift`, modulo 2^64, makes of such a place one of the array.
struct SequenceApart {
  const void* keys = nullptr;
  const void* payload = nullptr;  ///< null: keys travel alone
  std::uint64_t n = 0;            ///< elements of the array, of which the sequence is a part
  std::uint64_t shift = 0;
};

}  // namespace texelsort::algorithms::merge::device
