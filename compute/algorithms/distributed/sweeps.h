#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/kernels/arrays.h"

/// Functions that sort arrays on a rank's device by Onesweep.
namespace texelsort::algorithms::distributed {

/// Returns the bytes of the tables for sorting up to the number of keys of `form`.
std::uint64_t sweep_table_bytes(const ProblemForm& form);

/// Front and back arrays of keys and payload. Passes alternate between reading the front and reading the back.
struct SweptArrays {
  std::function<kernels::Arrays()> now;
  std::function<void()> swap;
};
/// Enqueues a stable sort of `count` keys. `form` has the maximum number of keys.
void queue_sweeps(const ProblemForm& form, std::uint64_t count, const SweptArrays& arrays, std::byte* tables,
                  kernels::Stream stream);

}  // namespace texelsort::algorithms::distributed
