#pragma once

#include <optional>
#include <string>

#include "compute/algorithms/core/algorithm.h"

/// What every algorithm on textures asks of a device, and its one parameter that says where an index lives.
namespace texelsort::algorithms {

Availability texture_availability(const gpu::DeviceInfo* device);

/// Why n keys in rows of `width` texels do not fit, with the numbers; nothing if they do.
std::optional<std::string> texture_refusal(const gpu::DeviceInfo& device, std::uint64_t n, std::uint64_t width);

/// "width": texels a row. Tuned: TexelArrays::square_width(n).
ParameterSpec width_parameter();

}  // namespace texelsort::algorithms
