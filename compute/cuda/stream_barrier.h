#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/cuda/give_back.h"
#include "compute/cuda/stream.h"

namespace texelsort::cuda {

using Streams = std::span<const Stream* const>;

/// Streams of several devices, on which one thread works, that wait for each other; the host does not.
class StreamBarrier {
 public:
  explicit StreamBarrier(Streams streams);
  /// What is queued in any of them from now on waits for all that is queued in all of them.
  void meet();

 private:
  std::vector<const Stream*> streams_;
  std::vector<std::unique_ptr<CUevent_st, GiveBack>> reached_;
};

}  // namespace texelsort::cuda
