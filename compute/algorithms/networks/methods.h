#pragma once

#include "compute/algorithms/core/no_settings.h"
#include "compute/algorithms/networks/network_run.h"
#include "compute/algorithms/networks/settings.h"

/// The runs of a network by each method, on problems that the method does not refuse.
namespace texelsort::algorithms {

std::unique_ptr<Run> start_reference(const NetworkStart& start, const NoSettings& settings);
std::unique_ptr<Run> start_single_quad(const NetworkStart& start, const SingleQuadSettings& settings);
std::unique_ptr<Run> start_grouped_quads(const NetworkStart& start, const GroupedQuadsSettings& settings);
/// Throws UsageError if there is a key that the device's blending does not sort.
std::unique_ptr<Run> start_blend(const NetworkStart& start, const BlendSettings& settings);
std::unique_ptr<Run> start_fused(const NetworkStart& start, const FusedSettings& settings);
std::unique_ptr<Run> start_compute(const NetworkStart& start, const ComputeSettings& settings);

}  // namespace texelsort::algorithms
