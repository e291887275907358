#pragma once

#include <optional>

#include "compute/simt/options.h"

struct CUstream_st;

namespace texelsort::simt {

/// Queue of launches on the CPU; its CUstream_st* points to it. Launches execute immediately, or never if the queue
/// hangs.
struct Queue {
  bool hangs = false;
  std::optional<Options> options{};  ///< options of the queue's launches; usual_options() if null
};

inline bool hangs(const CUstream_st* stream) {
  return stream != nullptr && reinterpret_cast<const Queue*>(stream)->hangs;
}

inline const Options& options_of(const CUstream_st* stream) {
  const auto* queue = reinterpret_cast<const Queue*>(stream);
  return queue != nullptr && queue->options ? *queue->options : usual_options();
}

}  // namespace texelsort::simt
