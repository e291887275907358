#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/merge/schedule.h"

/// Postconditions of the passes of a merge, in addition to merged_claim(). Claims may be tested later, so they share
/// ownership of the arrays that a round points to.
namespace texelsort::algorithms::merge {

/// Returns the claim that every sequence is sorted and has the same keys as before. `what` names the sequences in the
/// text.
Claim sorted_sequences_claim(const SharedNumbers& starts, std::string_view what);

/// Returns the claim that the table of kind `table` has the splitters of this round. Splitters are unique, because
/// among equal elements those of earlier sequences come first.
Claim splitters_claim(const Round& round, const TableKind& table);

/// Returns the claim that, while a selection runs, the reference splitters lie between the views "lower" and "upper".
/// Once the selection has `finished`, the view "splitters" must have the reference splitters.
Claim selection_claim(const Round& round, bool finished);

/// Returns the claim that the view "output" begins with the smallest keys of each part of each group, in order. If
/// `stable`, equal keys are in the order of their sequences.
Claim blocks_claim(const Round& round, bool stable);

/// Returns the claim that, in the view "output", each part consists of blocks of 2 * `distance` places, and that in
/// every block no key of the first half is above a key of the second half. Distance 0: the first halves have just been
/// reversed, so that each part falls and then rises.
Claim bitonic_claim(const Round& round, std::uint64_t distance);

}  // namespace texelsort::algorithms::merge
