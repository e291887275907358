#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/cuda/give_back.h"
#include "compute/cuda/stream.h"

namespace texelsort::cuda {

using Streams = std::span<const Stream* const>;

/// Barrier between the streams of several devices, which one thread controls. The host does not wait for the streams.
class StreamBarrier {
 public:
  explicit StreamBarrier(Streams streams);
  /// Makes all work that is queued from now on, in any of the streams, wait for the work that is queued already in all
  /// streams.
  void meet();

 private:
  std::vector<const Stream*> streams_;
  std::vector<std::unique_ptr<CUevent_st, GiveBack>> reached_;
};

}  // namespace texelsort::cuda
