#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// An algorithm whose arrays are no OpenGL buffers although its kernels are CUDA's: it needs no OpenGL, and brings
/// what moves records. Of these the form of keys with indices has the shape, too.
class OwnMemory {
 public:
  virtual ~OwnMemory() = default;
};

inline bool has_own_memory(const Algorithm& algorithm) {
  return dynamic_cast<const OwnMemory*>(&algorithm) != nullptr;
}

}  // namespace texelsort::algorithms
