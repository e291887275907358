#include "compute/algorithms/arrays/texel_limits.h"

#include <fmt/format.h>

namespace texelsort::algorithms {

Availability texture_availability(const gpu::DeviceInfo* device) {
  if (device == nullptr) return {false, "needs OpenGL 3.3, but this machine has no usable OpenGL"};
  if (!device->draws) return {false, "draws textures, but --device cpu-shaders executes only compute shaders"};
  return {};
}

std::optional<std::string> texture_refusal(const gpu::DeviceInfo& device, std::uint64_t n, std::uint64_t width) {
  const std::uint64_t extent = device.max_texture_extent;
  if (n > extent * extent) {
    return fmt::format("n = {} is beyond this device's limit of {} x {} = {} texels: choose a smaller n", n, extent,
                       extent, extent * extent);
  }
  if (width > extent)
    return fmt::format(
        "width {} is beyond this device's limit of {} texels per side: choose a "
        "smaller width",
        width, extent);
  if (const std::uint64_t rows = TexelArrays::rows(n, static_cast<std::uint32_t>(width)); rows > extent) {
    return fmt::format(
        "n = {} in rows of {} texels needs {} rows, but this device's limit is {}: choose a larger width", n, width,
        rows, extent);
  }
  return std::nullopt;
}

}  // namespace texelsort::algorithms
