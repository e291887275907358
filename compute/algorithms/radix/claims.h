#pragma once

#include "compute/algorithms/core/trace.h"

/// Postconditions of the passes of a radix sort. Claims test them against reference implementations.
namespace texelsort::algorithms {

/// Returns the claim that the view "histogram" has the number of keys per digit value and column. If `ranks` is true,
/// the view "ranks" must also have the rank of every key in its column.
Claim counts_claim(const DigitPass& pass, bool ranks);

/// Returns the claim that the view "scan" has the exclusive scan of the counts of each digit value and column.
Claim scan_claim(const DigitPass& pass);

/// Returns the claim that the array is sorted stably by the digit. With `records`, the claim also requires that the
/// fields have moved with their keys.
Claim moved_claim(const DigitPass& pass, bool records = false);

// The following claims belong to passes of Onesweep and of the sort by prefixes.

/// Returns the claim that the view "histogram" has one row of 2^bits counts for each digit of the keys. If `scanned`,
/// the view "scan" has the exclusive scans of these rows instead. The rows of the first `left` digits are 0.
Claim all_digits_claim(std::uint64_t digits, std::uint32_t bits, bool scanned, std::uint64_t left = 0);

/// Returns the claim that the array is sorted stably by the digit. The view "status" must have, for every digit value
/// of every tile, the number of keys in this tile and the tiles before it. Each portion of `portion_tiles` tiles counts
/// separately. `records` has the meaning of moved_claim().
Claim swept_claim(const DigitPass& pass, std::uint64_t portion_tiles, bool records);

/// Returns the claim that all keys have the same value of a digit, and that no key moves.
Claim skipped_claim(const DigitPass& digit);
/// Returns the claim that no key moves.
Claim left_claim();
/// Returns the claim that each range of keys with the same bits from bit `below` on has kept its keys and is sorted
/// stably.
Claim ranges_claim(std::uint32_t below);
/// Returns the claim that the array is sorted now and was in reverse order before the pass.
Claim reversed_claim();
/// Returns the claim that the array was already sorted, and that no key moves.
Claim stays_sorted_claim();
/// Returns the claim that the array is sorted and has the same keys as before the pass.
Claim filled_claim();

}  // namespace texelsort::algorithms
