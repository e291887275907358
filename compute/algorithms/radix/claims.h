#pragma once

#include "compute/algorithms/core/trace.h"

/// Postconditions of the passes of a radix sort, tested against their reference implementations.
namespace texelsort::algorithms {

/// The view "histogram" counts the digits of each column. With `ranks`, the view "ranks" also has every key's rank in
/// its column.
Claim counts_claim(const DigitPass& pass, bool ranks);

/// The view "scan" has the exclusive scan of those counts.
Claim scan_claim(const DigitPass& pass);

/// The array is sorted stably by the digit. `records`: fields have moved with their keys.
Claim moved_claim(const DigitPass& pass, bool records = false);

// Onesweep:

/// The view "histogram" has one row of 2^bits counts for each of the keys' digits. If `scanned`, the view "scan" has
/// the exclusive scans of these rows instead.
Claim all_digits_claim(std::uint64_t digits, std::uint32_t bits, bool scanned);

/// The array is sorted stably by the digit. The view "status" has, for every digit of every tile, the number of keys in
/// this tile and the tiles before it, separately for each portion of `portion_tiles` tiles. `records`: see
/// moved_claim().
Claim swept_claim(const DigitPass& pass, std::uint64_t portion_tiles, bool records);

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
