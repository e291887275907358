#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/objects.h"

namespace texelsort::gpu {

/// View of a buffer that shaders sample (usamplerBuffer), the fastest access on software rasterisers. It has its own
/// texture unit above those of draws and dispatches, so that calls need not rebind it.
class TexelBuffer {
 public:
  /// Views that exist at the same time need different numbers, 0 or 1. `words` is the 32-bit words per texel: 1, 2 or
  /// 4.
  TexelBuffer(std::uint32_t number, std::uint32_t words);

  /// Shows the complete texels of these bytes, at most most_texels().
  void show(const BufferBinding& bytes) const;
  /// Shows nothing. A buffer that is still shown would outlive its owner.
  void hide() const;

  /// Returns the sampler's uniform.
  Uniform sampler(std::string_view name) const;

  /// Maximum texels of a view on the current context's device; OpenGL guarantees 65,536.
  static std::uint64_t most_texels();

 private:
  Handle texture_;
  std::uint32_t unit_, words_;
};

/// Texels that a sampler with that value reads now, for observers.
struct ShownTexels {
  std::uint32_t words = 1;  ///< number of 32-bit words per texel
  std::vector<std::uint32_t> all;
};
ShownTexels shown_texels(std::int32_t unit);

}  // namespace texelsort::gpu
