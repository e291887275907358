#pragma once

#include <optional>

#include "compute/simt/options.h"

struct CUstream_st;

namespace texelsort::simt {

/// What a CUstream_st* of the device that executes kernels on the CPU points to. A launch is executed when it is made;
/// in a queue that hangs it never is.
struct Queue {
  bool hangs = false;
  std::optional<Options> options{};  ///< of its launches; none: usual_options()
};

inline bool hangs(const CUstream_st* stream) {
  return stream != nullptr && reinterpret_cast<const Queue*>(stream)->hangs;
}

inline const Options& options_of(const CUstream_st* stream) {
  const auto* queue = reinterpret_cast<const Queue*>(stream);
  return queue != nullptr && queue->options ? *queue->options : usual_options();
}

}  // namespace texelsort::simt
