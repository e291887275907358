#pragma once

#include "compute/algorithms/core/trace.h"

/// What is true where a radix sort takes a shorter way.
namespace texelsort::algorithms {

/// All keys have the same digit, and nothing moves.
Claim skipped_claim(const DigitPass& digit);
/// Nothing moves.
Claim left_claim();
/// The keys that had the same bits from `below` on have kept their range of the array, and are sorted, equal ones in
/// their old order.
Claim ranges_claim(std::uint32_t below);
/// The array, backwards, is sorted.
Claim reversed_claim();
/// Nothing moves, for the array is sorted.
Claim stays_sorted_claim();
/// The array is sorted, and the keys are those that were there.
Claim filled_claim();

}  // namespace texelsort::algorithms
