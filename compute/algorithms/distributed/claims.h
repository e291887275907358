#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/schedule.h"

/// Claims of the steps of a sort across ranks.
namespace texelsort::algorithms::distributed {

/// Returns the claim that every share is sorted stably and has the same keys as before.
Claim shares_claim(const Numbers& shares);
/// Returns the claim that every splitter is between its bounds. Once the selection has `finished`, each splitter is
/// exact: part j has its n/R keys, which precede those of the next part. Ties are broken by rank and place.
Claim splitters_claim(const Numbers& shares, bool finished);
/// Returns the claim of a round of merging that also replaces the exchange. `merged` is checked on the data that the
/// matrix would have sent.
Claim merged_shares_claim(const Numbers& shares, const Exchange& exchange, const Claim& merged);
/// Returns the claim that every key and its payload are where the matrix sends them.
Claim exchange_claim(const Numbers& shares, const Exchange& exchange);
/// Returns the claim that each of the sequences that begin at `starts` has been sorted stably in place.
Claim sequences_claim(const Numbers& starts);
/// Returns the claim that each part has been sorted stably in place, and that the whole array is sorted.
Claim parts_claim(const Numbers& parts);

}  // namespace texelsort::algorithms::distributed
