#pragma once

#include <memory>

#include "compute/algorithms/core/pass_timer.h"
#include "compute/algorithms/cuda/cuda_bridge.h"
#include "compute/cuda/event.h"

namespace texelsort::algorithms {

/// Times by CUDA events, without waiting for them. Buffers are mapped before a span begins, so that it holds kernels
/// alone.
class CudaPassTimer final : public PassTimer {
 public:
  explicit CudaPassTimer(std::shared_ptr<CudaBridge> bridge) : bridge_(std::move(bridge)) {}
  void begin(std::string_view label) override;
  void end() override;
  void time_passes(bool on) override;
  std::vector<double> take() override { return passes_.take(); }
  /// Then hands the buffers back, so that the cost of both ways is that of this work.
  double time(const std::function<void()>& work) override;
  gpu::Clock clock() const override { return gpu::Clock::cuda_event; }

 private:
  std::shared_ptr<CudaBridge> bridge_;
  cuda::SpanTimer passes_;
  bool on_ = false;
};

}  // namespace texelsort::algorithms
