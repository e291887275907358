#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/cuda/give_back.h"
#include "compute/cuda/stream.h"

namespace texelsort::cuda {

using Streams = std::span<const Stream* const>;

/// Barrier between streams of several devices that one thread controls. The host does not wait.
class StreamBarrier {
 public:
  explicit StreamBarrier(Streams streams);
  /// Makes work that is queued in any stream from now on wait for all work queued in all streams.
  void meet();

 private:
  std::vector<const Stream*> streams_;
  std::vector<std::unique_ptr<CUevent_st, GiveBack>> reached_;
};

}  // namespace texelsort::cuda
