#pragma once

#include <optional>

#include "compute/simt/options.h"

struct CUstream_st;

namespace texelsort::simt {

/// Queue of kernel launches on the CPU, to which a CUstream_st* points. Launches execute immediately, or never if the
/// queue hangs.
struct Queue {
  bool hangs = false;
  std::optional<Options> options{};  ///< options of all launches in the queue; null means usual_options()
};

inline bool hangs(const CUstream_st* stream) {
  return stream != nullptr && reinterpret_cast<const Queue*>(stream)->hangs;
}

inline const Options& options_of(const CUstream_st* stream) {
  const auto* queue = reinterpret_cast<const Queue*>(stream);
  return queue != nullptr && queue->options ? *queue->options : usual_options();
}

}  // namespace texelsort::simt
