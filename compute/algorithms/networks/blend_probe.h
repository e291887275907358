#pragma once

#include <optional>
#include <string>

#include "compute/data/keys/keys.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// What a device gets wrong when float keys are drawn and blended with MIN and MAX.
struct BlendFaults {
  bool ordinary = false;       ///< normal numbers, or infinities, which stand past the keys: no input can be sorted
  bool denormals = false;      ///< flushed to zero
  bool negative_zero = false;  ///< loses its sign without meeting +0
  bool two_zeros = false;      ///< MIN(-0, +0) is not -0 or MAX(-0, +0) not +0, in some order of the operands
};

/// Draws all pairs of extreme values through the blend states that the method uses. Asked of a device once.
const BlendFaults& blend_faults(gpu::Device& device);

/// Why blending cannot sort these keys on a device with these faults: the first key that it would not bring to its
/// place, with its index; nothing if it can. Keys are u32, i32 or f32.
std::optional<std::string> refused_key(const data::Keys& keys, const BlendFaults& faults);

}  // namespace texelsort::algorithms
