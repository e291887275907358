#pragma once

#include "compute/data/keys/keys.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::algorithms {

/// Returns the preprocessor defines that shaders/common/keys.glsl needs for a key type, an order and a payload.
gpu::Defines key_defines(data::KeyType type, data::Order order, data::PayloadKind payload);

}  // namespace texelsort::algorithms
