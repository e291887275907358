#pragma once

#include <optional>
#include <string>
#include <utility>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/core/algorithm.h"

/// Requirements that all algorithms on textures have, and the setting `width` of all these algorithms.
namespace texelsort::algorithms {

Availability texture_availability(const gpu::DeviceInfo* device);

/// Returns why textures with rows of `width` texels cannot hold n keys on the device, with the numbers. Returns null if
/// they can.
std::optional<std::string> texture_refusal(const gpu::DeviceInfo& device, std::uint64_t n, std::uint64_t width);

/// Makes the setting "width", the number of texels per row. The default is TexelArrays::square_width(n).
template <typename S>
Field<S> width_field(std::uint32_t S::*width, std::string help) {
  return field(width, "width", "texels", PowersOfTwo{1, TexelArrays::max_width}, std::nullopt, std::move(help));
}
template <typename S>
Field<S> width_field(std::uint32_t S::*width) {
  return width_field(width,
                     "Texels per row of the 2-D array: index i is in texel (i mod width, i div width). Default: the "
                     "texture closest to a square. (Govindaraju, slide \"2D Memory Addressing\".)");
}

}  // namespace texelsort::algorithms
