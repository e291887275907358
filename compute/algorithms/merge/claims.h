#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/merge/schedule.h"

/// What passes of a merge have made true, beside merged_claim(). Claims share what rounds point to, as they may be
/// tested later.
namespace texelsort::algorithms::merge {

/// Every sequence is sorted, and has the keys that it had; `what` they are called.
Claim sorted_sequences_claim(const SharedNumbers& starts, std::string_view what);

/// The table of that kind has the splitters of this round, which are unique: of equal elements those of earlier
/// sequences come first.
Claim splitters_claim(const Round& round, const TableKind& table);

/// While they are searched for: the splitters by definition are between the views "lower" and "upper"; once `finished`
/// they are those of "splitters".
Claim selection_claim(const Round& round, bool finished);

/// What the view "output" has of each part of each group are its smallest keys, in order; `stable`: equal ones in the
/// order of their sequences.
Claim blocks_claim(const Round& round, bool stable);

/// In the view "output", each part is cut into blocks of twice the distance, of which no key of the first half is
/// above one of the second. Distance 0: it has just been turned, and each part falls and then rises.
Claim bitonic_claim(const Round& round, std::uint64_t distance);

}  // namespace texelsort::algorithms::merge
