#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/schedule.h"

/// Claims of the sort's steps.
namespace texelsort::algorithms::distributed {

/// Claims that every share is sorted stably and has the same keys as before.
Claim shares_claim(const Numbers& shares);
/// Claims that every splitter is between its bounds. Once `finished`, each is exact: part j has its n/R keys, which
/// precede those of the next part. Ties are broken by rank and place.
Claim splitters_claim(const Numbers& shares, bool finished);
/// Combines the exchange and a round of merging. `merged` is checked on the data that the matrix would have sent.
Claim merged_shares_claim(const Numbers& shares, const Exchange& exchange, const Claim& merged);
/// Claims that every key and its payload are where the matrix sends them.
Claim exchange_claim(const Numbers& shares, const Exchange& exchange);
/// Claims that each of these sequences has been sorted stably in place.
Claim sequences_claim(const Numbers& starts);
/// Claims the same of the parts after the last step, and that the whole array is sorted.
Claim parts_claim(const Numbers& parts);

}  // namespace texelsort::algorithms::distributed
