#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/schedule.h"

/// Claims of the steps of a distributed sort.
namespace texelsort::algorithms::distributed {

/// Returns the claim that every share is sorted stably and has the same keys as before the step.
Claim shares_claim(const Numbers& shares);
/// Returns the claim that every splitter is between its bounds. If the selection has `finished`, each splitter must be
/// exact: part j has its n/R keys, which precede the keys of the next part. Ties are broken by rank and position.
Claim splitters_claim(const Numbers& shares, bool finished);
/// Returns the claim of the first merge round if it reads the shares directly and replaces the exchange. The claim
/// `merged` is tested on the data that an exchange would have sent.
Claim merged_shares_claim(const Numbers& shares, const Exchange& exchange, const Claim& merged);
/// Returns the claim that every key and its payload are at the position to which the exchange sends them.
Claim exchange_claim(const Numbers& shares, const Exchange& exchange);
/// Returns the claim that each of the sequences that begin at `starts` has been sorted stably in place.
Claim sequences_claim(const Numbers& starts);
/// Returns the claim that each part has been sorted stably in place, and that the whole array is sorted.
Claim parts_claim(const Numbers& parts);

}  // namespace texelsort::algorithms::distributed
