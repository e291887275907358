#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/algorithms/core/run.h"

/// What passes over records say, tested on the views "fields" and, along cycles, "cycles", "cycle lengths",
/// "cycle starts" and "cycle members". The order is the payload.
namespace texelsort::algorithms {

using SharedProblem = std::shared_ptr<const Problem>;

/// Keys and indices are those of the records.
Claim extracted_claim();

/// Record i stands where key i stands.
Claim rearranged_claim(SharedProblem problem);
/// Each share, which start there, has its records in the order of their keys.
Claim ordered_shares_claim(SharedProblem problem, const std::vector<std::uint64_t>& shares);
/// As rows, in input order or in the order of the keys.
Claim rows_claim(SharedProblem problem);
Claim gathered_rows_claim(SharedProblem problem);

/// The passes along cycles make these true; see CycleReference.
Claim walk_claim(std::uint32_t rounds);
Claim lengths_claim(std::uint32_t rounds);
Claim starts_claim(std::uint32_t rounds);
Claim members_claim(std::uint32_t rounds);
Claim first_reflection_claim(SharedProblem problem, std::uint32_t rounds);

}  // namespace texelsort::algorithms
