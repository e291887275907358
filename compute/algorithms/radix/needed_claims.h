#pragma once

#include "compute/algorithms/core/trace.h"

/// Postconditions of passes that a radix sort shortens or skips.
namespace texelsort::algorithms {

/// All keys have the same digit, and no key moves.
Claim skipped_claim(const DigitPass& digit);
/// No key moves.
Claim left_claim();
/// Keys with the same bits from `below` on have stayed in their range of the array, and each range is sorted stably.
Claim ranges_claim(std::uint32_t below);
/// The array is sorted. Its order before was the reverse.
Claim reversed_claim();
/// No key moves, because the array is sorted.
Claim stays_sorted_claim();
/// The array is sorted and has the same keys as before.
Claim filled_claim();

}  // namespace texelsort::algorithms
