#pragma once

#include <optional>
#include <string>

#include "compute/data/keys/keys.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Errors that a device makes when it draws and blends float keys with the blend equations MIN and MAX.
struct BlendFaults {
  bool ordinary = false;       ///< wrong results for normal numbers or infinities, so that no input can be sorted
  bool denormals = false;      ///< denormals become zero
  bool negative_zero = false;  ///< -0 loses its sign even without meeting +0
  bool two_zeros = false;      ///< MIN(-0, +0) is not -0 or MAX(-0, +0) is not +0, for some order of the operands
};

/// Returns a device's faults, found by drawing all pairs of extreme values with the method's blend states. The probe
/// runs once per device.
const BlendFaults& blend_faults(gpu::Device& device);

/// Returns why blending on a device with these faults cannot sort these keys: the first key that would be misplaced,
/// with its index. Null if it can. The keys must be u32, i32 or f32.
std::optional<std::string> refused_key(const data::Keys& keys, const BlendFaults& faults);

}  // namespace texelsort::algorithms
