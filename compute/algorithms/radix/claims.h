#pragma once

#include "compute/algorithms/core/trace.h"

/// What the passes of a radix sort make true, tested against their references.
namespace texelsort::algorithms {

/// The view "histogram" counts each column's digits; with `ranks`, the view "ranks" holds every key's rank in its
/// column.
Claim counts_claim(const DigitPass& pass, bool ranks);

/// The view "scan" holds the exclusive scan of those counts.
Claim scan_claim(const DigitPass& pass);

/// The array is in order by the digit, and equal digits keep their order; `records`: their fields with them.
Claim moved_claim(const DigitPass& pass, bool records = false);

// Onesweep:

/// The view "histogram" has a row of 2^bits elements for each of the keys' digits: how many keys have each; `scanned`:
/// the view "scan", their exclusive scan.
Claim all_digits_claim(std::uint64_t digits, std::uint32_t bits, bool scanned);

/// The array is in order by the digit, equal digits in their old order, and the view "status" says for every digit of
/// every tile how many keys of it the tile and those before it hold, portions of `portion_tiles` each for itself.
/// `records`: see moved_claim().
Claim swept_claim(const DigitPass& pass, std::uint64_t portion_tiles, bool records);

}  // namespace texelsort::algorithms
