#pragma once

#include <string_view>

namespace texelsort::gpu {

/// Shading language of the platform. OpenGL and OpenGL ES share all shader text except its first lines.
struct Dialect {
  std::string_view draw_version, compute_version;  ///< text after #version; empty if there are no compute shaders
  std::string_view head;                           ///< lines after the #version line
};
/// Dialect of the platform; desktop/ and web/ define it.
const Dialect& dialect();

}  // namespace texelsort::gpu
