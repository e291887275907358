#pragma once

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/algorithms/selection/settings.h"

/// Functions that make the selection runs. Each throws UsageError for ranks that do not exist.
namespace texelsort::algorithms {

/// Returns whether the device draws quads exactly at every depth of 24 bits and counts the fragments that pass. The
/// test draws depths around all powers of two and some in between.
bool probe_depth_planes(gpu::Device& device, Counting counting = Counting::queries);

/// Makes a run of select/depth. Throws UnavailableError if the device does not draw planes at exact depths.
std::unique_ptr<Run> make_depth_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                    const DepthSettings& settings);
std::unique_ptr<Run> make_discard_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const DiscardSettings& settings);
std::unique_ptr<Run> make_histogram_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                        const HistogramSettings& settings);
std::unique_ptr<Run> make_cuda_histogram_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                             const HistogramSettings& settings);
std::unique_ptr<Run> make_nth_element_run(std::shared_ptr<const Problem> problem);

}  // namespace texelsort::algorithms
