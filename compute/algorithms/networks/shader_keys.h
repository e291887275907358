#pragma once

#include <span>
#include <vector>

#include "compute/data/keys.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"
#include "compute/network/network.h"

namespace texelsort::algorithms {

/// The defines of shaders/common/keys.glsl for a key type, an order and a payload.
gpu::Defines key_defines(data::KeyType type, data::Order order, data::PayloadKind payload);

/// The most patterns a step may have; far below the 1024 uniform components that OpenGL 3.3 promises a fragment shader.
inline constexpr std::size_t max_patterns = 16;

/// The uniforms of shaders/networks/pattern.glsl for a program compiled with PATTERNS = patterns.size(). Throws
/// InternalError beyond max_patterns.
void append_pattern_uniforms(std::vector<gpu::Uniform>& uniforms, std::span<const network::Pattern> patterns,
                             std::uint64_t n);

}  // namespace texelsort::algorithms
