#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/networks/fused_plan.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"

/// The counterpart of shaders/networks/fused.frag.
namespace texelsort::algorithms {

/// The defines of shaders/networks/fused.frag for an exchange or a window of n elements, keys' and targets' aside.
gpu::Defines fused_defines(const FusedPass& pass, std::uint64_t n);

/// Its uniforms, those of the arrays aside.
std::vector<gpu::Uniform> fused_uniforms(const FusedPass& pass, std::uint64_t n);

}  // namespace texelsort::algorithms
