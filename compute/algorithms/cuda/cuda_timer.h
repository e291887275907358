#pragma once

#include <memory>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/pass_timer.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/event.h"
#include "compute/cuda/interop.h"
#include "compute/cuda/stream.h"

namespace texelsort::algorithms {

/// What a run on CUDA and its timer share: the stream that kernels are launched in, and the buffers that are mapped for
/// them.
struct CudaBridge {
  CudaBridge(gpu::Device& device, const cuda::Choice& choice)
      : opengl(device), stream(choice.ordinal, choice.on_cpu), buffers(choice, stream) {}

  /// Makes buffers that the two share.
  BufferMaker maker() {
    return [this](std::uint64_t bytes, std::string_view label) { return buffers.make(bytes, label); };
  }

  gpu::Device& opengl;
  cuda::Stream stream;
  cuda::SharedBuffers buffers;
};

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
  gpu::Clock clock() const override {
    return bridge_->stream.ordinal() == cuda::cpu_ordinal ? gpu::Clock::cpu_kernels : gpu::Clock::cuda_event;
  }

 private:
  std::shared_ptr<CudaBridge> bridge_;
  cuda::SpanTimer passes_;
  bool on_ = false;
};

}  // namespace texelsort::algorithms
