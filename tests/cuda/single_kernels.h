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

/// Runs Onesweep's counting kernel on the CPU with one block, which takes 8,192 u32 keys at a time. Counts only digits
/// from bit `below` on. Also surveys the keys.
CountedKeys count_by_one_block(std::span<const std::uint32_t> keys, unsigned below);

struct SortedRanges {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> places;  ///< for each key, its position before the sort; empty without a payload
  unsigned merged = 0;                ///< number of ranges that no block could sort, so that they were merged
};

/// Runs the last pass of the sort by prefixes on the CPU. The u32 keys must be in the order of their bits from bit
/// `below` on, a multiple of 8. The kernels are those for `room` keys. If `roomy`, the blocks are those for unevenly
/// distributed keys.
SortedRanges sort_ranges(std::span<const std::uint32_t> keys, unsigned below, std::uint64_t room, bool with_places,
                         bool roomy = false);

/// Chooses the prefix by a sample of u32 keys. The CPU executes the kernel for `room` keys.
KeySurvey sample_prefix(std::span<const std::uint32_t> keys, std::uint64_t room);

}  // namespace texelsort::algorithms::radix
