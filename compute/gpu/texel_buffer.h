#pragma once

#include <cstdint>
#include <string_view>

#include "compute/gpu/executor.h"

namespace texelsort::gpu {

/// View of a buffer that shaders sample (usamplerBuffer), the fastest access on software rasterisers. It has its own
/// texture unit above those of draws and dispatches, so that calls need not rebind it.
class TexelBuffer {
 public:
  /// Views that exist at the same time need different numbers, 0 or 1. `words` is the 32-bit words per texel: 1, 2 or
  /// 4.
  TexelBuffer(Device& device, std::uint32_t number, std::uint32_t words)
      : device_(&device), unit_(first_unit + number), words_(words) {}

  /// Shows the complete texels of these bytes, at most most_texels().
  void show(const BufferBinding& bytes) const { device_->compute().show_texels(unit_, words_, &bytes); }
  /// Shows nothing. A buffer that is still shown would outlive its owner.
  void hide() const { device_->compute().show_texels(unit_, words_, nullptr); }

  /// Returns the sampler's uniform.
  Uniform sampler(std::string_view name) const { return {name, static_cast<std::int32_t>(unit_)}; }

  /// Maximum texels of a view; OpenGL guarantees 65,536.
  static std::uint64_t most_texels(Device& device) { return device.compute().most_texels(); }

 private:
  /// Above the units that executor calls use, and below the 16 that OpenGL guarantees to a shader.
  static constexpr std::uint32_t first_unit = 14;

  Device* device_;
  std::uint32_t unit_, words_;
};

}  // namespace texelsort::gpu
