#pragma once

#include <optional>

#include "compute/simt/options.h"

struct CUstream_st;

namespace texelsort::simt {

/// Target of the CPU device's CUstream_st*. Launches execute immediately; in a hung queue, they never execute.
struct Queue {
  bool hangs = false;
  std::optional<Options> options{};  ///< options of its launches; usual_options() if null
};

inline bool hangs(const CUstream_st* stream) {
  return stream != nullptr && reinterpret_cast<const Queue*>(stream)->hangs;
}

inline const Options& options_of(const CUstream_st* stream) {
  const auto* queue = reinterpret_cast<const Queue*>(stream);
  return queue != nullptr && queue->options ? *queue->options : usual_options();
}

}  // namespace texelsort::simt
