#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/merge/schedule.h"

/// Postconditions of the passes of a merge, in addition to merged_claim(). Claims may be tested later, so each claim
/// shares ownership of the host arrays of its round.
namespace texelsort::algorithms::merge {

/// Returns the claim that every sequence is sorted and has the same keys as before. `what` is the name of the sequences
/// in the claim's text.
Claim sorted_sequences_claim(const SharedNumbers& starts, std::string_view what);

/// Returns the claim that the table of kind `table` has the splitters of this round. The splitters are unique, because
/// equal elements are ordered by their sequence.
Claim splitters_claim(const Round& round, const TableKind& table);

/// Returns the claim that the reference splitters lie between the views "lower" and "upper" while a selection runs. If
/// the selection has `finished`, the view "splitters" must equal the reference splitters.
Claim selection_claim(const Round& round, bool finished);

/// Returns the claim that the view "output" begins with the smallest keys of each part of each group, in order. If
/// `stable`, equal keys are in the order of their sequences.
Claim blocks_claim(const Round& round, bool stable);

/// Returns the claim of a step of the bitonic network on the view "output". Each part consists of blocks of 2 *
/// `distance` positions. In every block, no key of the first half exceeds a key of the second half. If `distance` is 0,
/// the first halves have just been reversed, so that the keys of each part fall and then rise.
Claim bitonic_claim(const Round& round, std::uint64_t distance);

}  // namespace texelsort::algorithms::merge
