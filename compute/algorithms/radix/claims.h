#pragma once

#include "compute/algorithms/core/trace.h"

/// Postconditions of the passes of a radix sort, tested against their reference implementations.
namespace texelsort::algorithms {

/// Returns the claim that the view "histogram" has the number of keys per digit value and column. With `ranks`, the
/// view "ranks" also has the rank of every key in its column.
Claim counts_claim(const DigitPass& pass, bool ranks);

/// Returns the claim that the view "scan" has the exclusive scan of the counts per digit value and column.
Claim scan_claim(const DigitPass& pass);

/// Returns the claim that the array is sorted stably by the digit. With `records`, the fields must have moved with
/// their keys.
Claim moved_claim(const DigitPass& pass, bool records = false);

// Claims of Onesweep and of the sort by prefixes:

/// Returns the claim that the view "histogram" has one row of 2^bits counts for each digit of the keys. If `scanned`,
/// the view "scan" has the exclusive scans of these rows instead.
Claim all_digits_claim(std::uint64_t digits, std::uint32_t bits, bool scanned);

/// Returns the claim that the array is sorted stably by the digit. The view "status" has, for every digit value of
/// every tile, the number of keys in this tile and the tiles before it. Each portion of `portion_tiles` tiles counts
/// separately. `records`: see moved_claim().
Claim swept_claim(const DigitPass& pass, std::uint64_t portion_tiles, bool records);

/// Returns the claim that all keys have the same digit, and that no key moves.
Claim skipped_claim(const DigitPass& digit);
/// Returns the claim that no key moves.
Claim left_claim();
/// Returns the claim that each range of keys with the same bits from bit `below` on kept its keys and is sorted stably.
Claim ranges_claim(std::uint32_t below);
/// Returns the claim that the array is sorted, and that it was in reverse order before.
Claim reversed_claim();
/// Returns the claim that the array was already sorted and that no key moves.
Claim stays_sorted_claim();
/// Returns the claim that the array is sorted and has the same keys as before.
Claim filled_claim();

}  // namespace texelsort::algorithms
