#pragma once

#include <vector>

#include "compute/data/keys.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"
#include "compute/network/network.h"

namespace texelsort::algorithms {

/// The defines of shaders/common/keys.glsl for a key type, an order and a payload.
gpu::Defines key_defines(data::KeyType type, data::Order order, data::PayloadKind payload);

/// The uniforms of shaders/networks/pattern.glsl.
void append_pattern_uniforms(std::vector<gpu::Uniform>& uniforms, const network::Pattern& pattern, std::uint64_t n);

}  // namespace texelsort::algorithms
