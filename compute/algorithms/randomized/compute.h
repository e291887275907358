#pragma once

#include <memory>
#include <string>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// Creates a run by compute shaders. Views besides keys and payload, all of the present level:
/// - "splitters": k per row, the last is the largest key.
/// - "histogram" or "scan": the table of counts, later its scan. One row per bucket.
/// - "buckets" and "sizes": start and number of keys of each bucket, k per row.
std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings);

}  // namespace texelsort::algorithms::randomized
