#include "compute/algorithms/cuda/cuda_timer.h"

namespace texelsort::algorithms {

void CudaPassTimer::begin(std::string_view) {
  bridge_->buffers.map();
  if (on_) passes_.begin(bridge_->stream);
}

void CudaPassTimer::end() {
  if (on_) passes_.end(bridge_->stream);
}

void CudaPassTimer::time_passes(bool on) {
  if (on) passes_.take();
  on_ = on;
}

double CudaPassTimer::time(const std::function<void()>& work, bool) {
  bridge_->buffers.unmap();
  bridge_->opengl.executor().wait();  // waits for the upload of the input, which the measurement must not include
  bridge_->buffers.reset_cost();
  bridge_->buffers.map();
  cuda::SpanTimer span;
  span.begin(bridge_->stream);
  work();
  span.end(bridge_->stream);
  const double ms = span.take().front();
  bridge_->buffers.unmap();
  return ms;
}

}  // namespace texelsort::algorithms
