#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/radix/cuda/launch.h"

namespace texelsort::algorithms::radix {

struct CountedKeys {
  std::vector<std::uint64_t> bins;  ///< for each of four digits of 8 bits, the number of keys with each value
  KeySurvey survey;
};

/// Counts and surveys u32 keys by one block of Onesweep's counting kernel, which the CPU executes. The block takes
/// 8,192 keys at a time. Counts only digits from bit `below` on.
CountedKeys count_by_one_block(std::span<const std::uint32_t> keys, unsigned below);

struct SortedRanges {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> places;  ///< for each key, its position before the sort; empty without a payload
  unsigned merged = 0;                ///< number of ranges that no block could sort, so that they were merged
};

/// Sorts the ranges of u32 keys that are in the order of their bits from bit `below` on, by the last pass of the sort
/// by prefixes, which the CPU executes. The kernels are those for `room` keys. `below` must be a multiple of 8.
/// If `roomy`, the blocks are those for unevenly distributed keys.
SortedRanges sort_ranges(std::span<const std::uint32_t> keys, unsigned below, std::uint64_t room, bool with_places,
                         bool roomy = false);

/// Chooses the prefix by a sample of u32 keys, by the kernel for `room` keys, which the CPU executes.
KeySurvey sample_prefix(std::span<const std::uint32_t> keys, std::uint64_t room);

}  // namespace texelsort::algorithms::radix
