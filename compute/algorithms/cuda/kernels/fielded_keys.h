#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"

namespace texelsort::algorithms::kernels {

/// Keys with their fields, which a kernel moves from the `in` arrays to the `out` arrays. All pointers are device
/// addresses.
struct FieldedKeys {
  KeyOrder order;
  std::uint64_t n = 0;
  const void* in = nullptr;
  void* out = nullptr;
  /// Fields of the records. A 4-byte payload is one field, and an 8-byte payload is a row of two fields.
  FieldArrays fields;
};

}  // namespace texelsort::algorithms::kernels
