#pragma once

#include <optional>
#include <string>

#include "compute/data/keys/keys.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Errors of a device when it draws and blends float keys with MIN and MAX.
struct BlendFaults {
  bool ordinary = false;       ///< normal numbers or infinities, which follow the keys: no input can be sorted
  bool denormals = false;      ///< flushed to zero
  bool negative_zero = false;  ///< loses its sign even without meeting +0
  bool two_zeros = false;      ///< MIN(-0, +0) is not -0 or MAX(-0, +0) is not +0, for some order of the operands
};

/// Draws all pairs of extreme values with the method's blend states. Runs once per device.
const BlendFaults& blend_faults(gpu::Device& device);

/// Returns why blending cannot sort these keys on a device with these faults: the first key that would be misplaced,
/// with its index. Null if it can. Keys are u32, i32 or f32.
std::optional<std::string> refused_key(const data::Keys& keys, const BlendFaults& faults);

}  // namespace texelsort::algorithms
