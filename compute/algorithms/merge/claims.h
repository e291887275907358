#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/merge/schedule.h"

/// Postconditions of the passes of a merge, in addition to merged_claim(). Claims share ownership of the arrays that
/// rounds point to, because they may be tested later.
namespace texelsort::algorithms::merge {

/// Every sequence is sorted and is a permutation of its previous keys. `what` names the sequences in the text.
Claim sorted_sequences_claim(const SharedNumbers& starts, std::string_view what);

/// The table of that kind has the splitters of this round. These are unique, because among equal elements those of
/// earlier sequences come first.
Claim splitters_claim(const Round& round, const TableKind& table);

/// While a selection runs, the reference splitters lie between the views "lower" and "upper". Once `finished`, the view
/// "splitters" has them.
Claim selection_claim(const Round& round, bool finished);

/// The view "output" has the smallest keys of each part of each group, in order. If `stable`, equal keys are in the
/// order of their sequences.
Claim blocks_claim(const Round& round, bool stable);

/// In the view "output", each part consists of blocks of twice the distance. In every block, no key of the first half
/// is above a key of the second half. Distance 0: the first halves have just been reversed, so that each part falls and
/// then rises.
Claim bitonic_claim(const Round& round, std::uint64_t distance);

}  // namespace texelsort::algorithms::merge
