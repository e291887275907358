#pragma once

#include <string>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/threshold_search.h"

namespace texelsort::algorithms {

/// The codes that a problem's keys can have: if `key_bits` is 0 those that share the leading bits which all keys share,
/// else 2^key_bits of them. Throws UsageError if the keys differ in more bits. n > 0.
Interval code_range(const Problem& problem, unsigned key_bits);

/// The bits of a threshold below the leading ones that all keys share, most significant first: "1000". More than 16 in
/// hexadecimal, "0x80000000".
std::string threshold_text(std::uint64_t threshold, const Interval& range);

/// ks[i] of the k-th largest code for every rank of the problem: n - rank. Throws UsageError: no ranks, no keys, a rank
/// that is not below n.
std::vector<std::uint64_t> largest_of_ranks(const Problem& problem);

}  // namespace texelsort::algorithms
