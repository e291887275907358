#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "compute/gpu/objects.h"

namespace texelsort::gpu {

/// Array of 2-D layers with four 32-bit unsigned words per texel, nearest filtering and one mipmap level. Shaders
/// sample it as usampler2DArray; draws write its layers one by one.
class ArrayTexture {
 public:
  static constexpr std::size_t texel_bytes = 16;

  ArrayTexture() = default;
  ArrayTexture(Extent extent, std::uint32_t layers, std::string_view label);

  std::uint32_t id() const { return handle_.id(); }
  Extent extent() const { return extent_; }
  std::uint32_t layers() const { return layers_; }

  /// Writes all texels of one layer, rows from low y to high y. `texels` has width * height * texel_bytes bytes.
  void write(std::uint32_t layer, std::span<const std::byte> texels);

 private:
  Handle handle_;
  Allocation allocation_;
  Extent extent_;
  std::uint32_t layers_ = 0;
};

}  // namespace texelsort::gpu
