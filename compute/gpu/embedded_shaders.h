#pragma once

#include <span>
#include <string_view>

namespace texelsort::gpu {

struct EmbeddedShader {
  std::string_view path;  ///< relative to shaders/, with forward slashes
  std::string_view source;
};

/// Shaders from build time.
std::span<const EmbeddedShader> embedded_shaders();

}  // namespace texelsort::gpu
