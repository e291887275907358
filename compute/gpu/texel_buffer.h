#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/objects.h"

namespace texelsort::gpu {

/// A window onto a buffer through which shaders sample it (usamplerBuffer): how a software rasteriser fetches fastest.
/// It keeps a texture unit beyond those that draws and dispatches use, so that nothing is bound anew by every call.
class TexelBuffer {
 public:
  /// Windows that exist together have different numbers, 0 and 1. `words`: 32-bit words of a texel, 1, 2 or 4.
  TexelBuffer(std::uint32_t number, std::uint32_t words);

  /// The whole texels of these bytes, from now on; at most most_texels().
  void show(const BufferBinding& bytes) const;
  /// Shows nothing: a buffer that is shown would outlive its owner.
  void hide() const;

  /// The sampler's value.
  Uniform sampler(std::string_view name) const;

  /// The texels of one window on the device of the current context; OpenGL promises 65,536.
  static std::uint64_t most_texels();

 private:
  Handle texture_;
  std::uint32_t unit_, words_;
};

/// What a sampler with that value sees now, for whoever looks.
struct ShownTexels {
  std::uint32_t words = 1;  ///< of a texel
  std::vector<std::uint32_t> all;
};
ShownTexels shown_texels(std::int32_t unit);

}  // namespace texelsort::gpu
