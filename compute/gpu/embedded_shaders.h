#pragma once

#include <span>
#include <string_view>

namespace texelsort::gpu {

struct EmbeddedShader {
  std::string_view path;  ///< below shaders/, with forward slashes
  std::string_view source;
};

/// The shaders as they were at build time.
std::span<const EmbeddedShader> embedded_shaders();

}  // namespace texelsort::gpu
