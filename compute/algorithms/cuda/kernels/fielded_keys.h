#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"

namespace texelsort::algorithms::kernels {

/// Keys and their fields, which a kernel moves from one side to the other. Pointers are device pointers.
struct FieldedKeys {
  KeyOrder order;
  std::uint64_t n = 0;
  const void* in = nullptr;
  void* out = nullptr;
  FieldArrays fields;  ///< record fields; a 4-byte payload is one field, an 8-byte payload a row of two fields
};

}  // namespace texelsort::algorithms::kernels
