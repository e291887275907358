#pragma once

#include <cstdint>
#include <string_view>

#include "compute/gpu/gl.h"

/// What this layer's makers of objects share.
namespace texelsort::gpu {

/// A name for debuggers, where OpenGL takes one.
void label_object(GLenum kind, std::uint32_t id, std::string_view label);

/// UnavailableError if the last call found no room for `bytes` of `what`.
void throw_if_out_of_memory(std::string_view what, std::uint64_t bytes);

}  // namespace texelsort::gpu
