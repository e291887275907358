#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/schedule.h"

/// What steps have made true.
namespace texelsort::algorithms::distributed {

/// Every share is sorted, and has the keys that it had; equal ones in their order.
Claim shares_claim(const Numbers& shares);
/// Every splitter is between its bounds; once `finished` each is exact: part j has its n/R keys, those that come before
/// the next part's, equal ones told apart by rank and place.
Claim splitters_claim(const Numbers& shares, bool finished);
/// The exchange and a round of merging at once: `merged` holds of what the matrix would have sent.
Claim merged_shares_claim(const Numbers& shares, const Exchange& exchange, const Claim& merged);
/// Every key is where the matrix sends it, and its payload with it.
Claim exchange_claim(const Numbers& shares, const Exchange& exchange);
/// Every one of these sequences is sorted, stably, of what stood in its place.
Claim sequences_claim(const Numbers& starts);
/// The same of the parts, after the last step: the whole array is sorted.
Claim parts_claim(const Numbers& parts);

}  // namespace texelsort::algorithms::distributed
