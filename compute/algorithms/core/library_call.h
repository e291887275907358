#pragma once

#include <string>

#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// What a run calls of a library, for results.
struct LibraryCall {
  std::string library;  ///< with its version, "CUB 3.0.1"
  std::string call;     ///< and by which comparison, "cub::DeviceMergeSort::StableSortKeys by cuda::std::less"

  bool empty() const { return library.empty(); }
};

/// Runs that are a library's derive from this, too.
class CallsLibrary {
 public:
  virtual ~CallsLibrary() = default;
  virtual LibraryCall library_call() const = 0;
};

/// Empty if the run is this program's own.
inline LibraryCall library_call(const Run& run) {
  const auto* caller = dynamic_cast<const CallsLibrary*>(&run);
  return caller == nullptr ? LibraryCall{} : caller->library_call();
}

}  // namespace texelsort::algorithms
