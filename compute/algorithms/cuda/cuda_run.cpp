#include "compute/algorithms/cuda/cuda_run.h"

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms {

CudaRun::CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides)
    : CudaRun(device, problem, sides,
              std::make_shared<CudaBridge>(device, cuda::choose(device.info(), problem->execution))) {}

CudaRun::CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides,
                 std::shared_ptr<CudaBridge> bridge)
    : ComputeRun(device, std::move(problem), std::make_unique<CudaPassTimer>(bridge), sides == Sides::two ? 2 : 1,
                 bridge->maker()),
      bridge_(std::move(bridge)) {
  for (const KeyBuffers& side : arrays().sides()) {
    share(side.keys(), "keys");
    if (side.payload().exists()) share(side.payload(), "payload");
  }
}

CudaRun::~CudaRun() {
  // CUDA must release the buffers now, before OpenGL deletes them. The timer still refers to the bridge, so the
  // bridge's destructor runs later.
  bridge_->buffers.release();
}

void CudaRun::share(const GuardedBuffer& buffer, std::string_view label) {
  bridge_->buffers.add(buffer.buffer(), label, GuardedBuffer::guard_bytes);
}

void* CudaRun::pointer(const GuardedBuffer& buffer) const {
  return bridge_->buffers.pointer(buffer.buffer()) + GuardedBuffer::guard_bytes;
}

CudaRun::Columns CudaRun::columns(const KeyBuffers& side) const {
  return {pointer(side.keys()), side.payload().exists() ? pointer(side.payload()) : nullptr};
}

CudaRun::Columns CudaRun::device_columns() const {
  bridge_->buffers.map();
  return front();
}

kernels::Arrays CudaRun::device_arrays() const {
  return kernel_arrays(problem(), front(), back());
}

std::optional<Handover> CudaRun::handover() const {
  const cuda::InteropCost& cost = bridge_->buffers.cost();
  return Handover{cuda::device(bridge_->stream.ordinal()).name, bridge_->buffers.sharing(),
                  bridge_->buffers.staging_reason(), cost.map_ms + cost.unmap_ms, cost.staged_bytes};
}

}  // namespace texelsort::algorithms
