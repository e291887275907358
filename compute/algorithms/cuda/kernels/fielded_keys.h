#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"

namespace texelsort::algorithms::kernels {

/// Keys and what moves with them, from one side to the other. Pointers are the device's.
struct FieldedKeys {
  KeyOrder order;
  std::uint64_t n = 0;
  const void* in = nullptr;
  void* out = nullptr;
  FieldArrays fields;  ///< a payload word is a field, one of 8 bytes a row of two
};

}  // namespace texelsort::algorithms::kernels
