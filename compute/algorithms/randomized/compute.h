#pragma once

#include <memory>
#include <string>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// Views besides keys and payload, of the present level: "splitters" (k a row, the last the largest key), "histogram"
/// or "scan" (the table of counts, later its scan; a row for each bucket), "buckets" (where each starts; k a
/// row) and "sizes" (their keys).
std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings);

}  // namespace texelsort::algorithms::randomized
