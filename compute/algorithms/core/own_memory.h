#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// An algorithm whose arrays are no OpenGL buffers although its kernels are CUDA's: it needs no OpenGL, and the host
/// moves records after their keys.
class OwnMemory {
 public:
  virtual ~OwnMemory() = default;
};

inline bool has_own_memory(const Algorithm& algorithm) {
  return dynamic_cast<const OwnMemory*>(&algorithm) != nullptr;
}

/// Who moves records after an algorithm has sorted their keys.
inline Backend mover_of(const Algorithm& algorithm) {
  return has_own_memory(algorithm) ? Backend::cpu : algorithm.info().backend;
}

}  // namespace texelsort::algorithms
