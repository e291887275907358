#pragma once

#include <memory>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// Creates a run of GPU Sample Sort by compute shaders. Its views in addition to keys and payload show the current
/// level:
/// - "splitters": k per row, of which the last is the largest key.
/// - "histogram" or "scan": the table of counts, later its scan, with one row per bucket.
/// - "buckets" and "sizes": start and number of keys of each bucket, k per row.
std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings);

/// Creates a run of GPU Sample Sort by CUDA kernels with the views of make_compute_run(). Records move with their keys.
/// If `grouped`, groups of threads move records that are stored as rows.
std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings, bool grouped);

/// Returns the bytes of device memory that a CUDA run needs in addition to two arrays of keys, payload and fields.
std::uint64_t cuda_table_bytes(const ProblemForm& form, const Settings& settings);

}  // namespace texelsort::algorithms::randomized
