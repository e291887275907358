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

}  // namespace texelsort::algorithms::radix
