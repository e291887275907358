#pragma once

#include <string_view>

namespace texelsort::gpu {

/// The language that shaders are compiled as: their text is the same for OpenGL and OpenGL ES but for its head.
struct Dialect {
  std::string_view draw_version, compute_version;  ///< behind #version; no compute shaders: empty
  std::string_view head;                           ///< lines behind the one of the version
};
/// That of the platform; desktop/ and web/ have one each.
const Dialect& dialect();

}  // namespace texelsort::gpu
