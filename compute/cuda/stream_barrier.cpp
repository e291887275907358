#include "compute/cuda/stream_barrier.h"

#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"

namespace texelsort::cuda {

StreamBarrier::StreamBarrier(Streams streams) : streams_(streams.begin(), streams.end()) {
  for (const Stream* own : streams_) {
    use(own->ordinal());
    reached_.emplace_back(own->driver().make_event(), GiveBack{&own->driver()});
  }
}

void StreamBarrier::meet() {
  for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
    use(streams_[rank]->ordinal());
    streams_[rank]->driver().record(reached_[rank].get(), streams_[rank]->handle());
  }
  for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
    use(streams_[rank]->ordinal());
    for (std::size_t other = 0; other < streams_.size(); ++other) {
      if (other != rank) streams_[rank]->driver().hold_back(streams_[rank]->handle(), reached_[other].get());
    }
  }
}

}  // namespace texelsort::cuda
