#pragma once

#include "compute/algorithms/core/trace.h"

/// What the passes of a radix sort make true, tested against their twins.
namespace texelsort::algorithms {

/// The view "histogram" counts each column's digits; with `ranks`, the view "ranks" holds every key's rank in its
/// column.
Claim counts_claim(const DigitPass& pass, bool ranks);

/// The view "scan" holds the sums before each of those counts.
Claim scan_claim(const DigitPass& pass);

/// The array is in order by the digit, and equal digits keep their order; `records`: their fields with them.
Claim moved_claim(const DigitPass& pass, bool records = false);

}  // namespace texelsort::algorithms
