#pragma once

#include <optional>
#include <string>

#include "compute/data/keys/keys.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Errors of a device that draws and blends float keys with the blend equations MIN and MAX.
struct BlendFaults {
  /// true if results are wrong for normal numbers or infinities, so that the device cannot sort any input
  bool ordinary = false;
  bool denormals = false;      ///< true if denormals become zero
  bool negative_zero = false;  ///< true if -0 loses its sign even when blended with other values than +0
  bool two_zeros = false;  ///< true if MIN(-0, +0) is not -0 or MAX(-0, +0) is not +0, for any order of the operands
};

/// Returns a device's errors in blending. A probe finds them by drawing all pairs of extreme values with the blend
/// states of the method. The probe runs once per device.
const BlendFaults& blend_faults(gpu::Device& device);

/// Returns why blending on a device with these errors cannot sort these keys: the first key that would be misplaced,
/// with its index. Returns null if the device can sort the keys. The keys must be u32, i32 or f32 without NaN.
std::optional<std::string> refused_key(const data::Keys& keys, const BlendFaults& faults);

}  // namespace texelsort::algorithms
