#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/kernels/arrays.h"

/// Onesweep of arrays that a rank has on its device.
namespace texelsort::algorithms::distributed {

/// Bytes of the tables of a sort of as many keys as `form` has, or of fewer.
std::uint64_t sweep_table_bytes(const ProblemForm& form);

/// A front and a back of keys and payload that passes read and write in turn.
struct SweptArrays {
  std::function<kernels::Arrays()> now;
  std::function<void()> swap;
};
/// Queues a stable sort of `count` of the keys of `form`.
void queue_sweeps(const ProblemForm& form, std::uint64_t count, const SweptArrays& arrays, std::byte* tables,
                  kernels::Stream stream);

}  // namespace texelsort::algorithms::distributed
