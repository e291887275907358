#pragma once

#include <memory>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/pass_timer.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/event.h"
#include "compute/cuda/interop.h"
#include "compute/cuda/stream.h"

namespace texelsort::algorithms {

/// Resources that a CUDA run shares with its timer: the stream for kernels, and the buffers that CUDA maps.
struct CudaBridge {
  CudaBridge(gpu::Device& device, const cuda::Choice& choice)
      : opengl(device), stream(choice.ordinal, choice.on_cpu), buffers(choice, stream) {}

  /// Returns the function that allocates buffers that CUDA and OpenGL share.
  BufferMaker maker() {
    return [this](std::uint64_t bytes, std::string_view label) { return buffers.make(bytes, label); };
  }

  gpu::Device& opengl;
  cuda::Stream stream;
  cuda::SharedBuffers buffers;
};

/// Timer that measures by CUDA events, without waiting for the events. CUDA maps the buffers before a measurement
/// begins, so that the measurement of a pass includes only kernels.
class CudaPassTimer final : public PassTimer {
 public:
  explicit CudaPassTimer(std::shared_ptr<CudaBridge> bridge) : bridge_(std::move(bridge)) {}
  void begin(std::string_view label) override;
  void end() override;
  void time_passes(bool on) override;
  std::vector<double> take() override { return passes_.take(); }
  /// Measures the work until OpenGL can use the buffers again. The time includes mapping and unmapping the buffers.
  double time(const std::function<void()>& work, bool waits) override;
  gpu::Clock clock() const override {
    return bridge_->stream.ordinal() == cuda::cpu_ordinal ? gpu::Clock::cpu_kernels : gpu::Clock::cuda_event;
  }

 private:
  std::shared_ptr<CudaBridge> bridge_;
  cuda::SpanTimer passes_;
  bool on_ = false;
};

}  // namespace texelsort::algorithms
