#pragma once

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// An algorithm of which the processes that mpirun has started execute a part each; see compute/mpi.
class InProcesses {
 public:
  virtual ~InProcesses() = default;
};

inline bool sorts_in_processes(const Algorithm& algorithm) {
  return dynamic_cast<const InProcesses*>(&algorithm) != nullptr;
}

}  // namespace texelsort::algorithms
