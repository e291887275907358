#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/algorithms/core/run.h"

/// Postconditions of passes that move records, which are tested on the view "fields". Passes along cycles also have the
/// views "cycles", "cycle lengths", "cycle starts" and "cycle members". The payload is the order of the records.
namespace texelsort::algorithms {

using SharedProblem = std::shared_ptr<const Problem>;

/// Returns the claim that the extracted keys and indices equal the keys and indices of the records.
Claim extracted_claim();

/// Returns the claim that each record is at the position of its key.
Claim rearranged_claim(SharedProblem problem);
/// Returns the claim that the records of each share are in the order of their keys. `shares` has the starts of the
/// shares.
Claim ordered_shares_claim(SharedProblem problem, const std::vector<std::uint64_t>& shares);
/// Return the claim that the records are stored as rows: in input order (rows_claim()), or in the order of the keys
/// (gathered_rows_claim()).
Claim rows_claim(SharedProblem problem);
Claim gathered_rows_claim(SharedProblem problem);

/// Return the claims of the passes along cycles; see CycleReference.
Claim walk_claim(std::uint32_t rounds);
Claim lengths_claim(std::uint32_t rounds);
Claim starts_claim(std::uint32_t rounds);
Claim members_claim(std::uint32_t rounds);
Claim first_reflection_claim(SharedProblem problem, std::uint32_t rounds);

}  // namespace texelsort::algorithms
