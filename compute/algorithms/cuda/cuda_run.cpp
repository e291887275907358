#include "compute/algorithms/cuda/cuda_run.h"

#include "compute/algorithms/cuda/cuda_timer.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms {

CudaRun::CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides)
    : CudaRun(device, std::move(problem), sides, std::make_shared<CudaBridge>(device, cuda::choose(device.info()))) {}

CudaRun::CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides,
                 std::shared_ptr<CudaBridge> bridge)
    : Run(problem, std::make_unique<CudaPassTimer>(bridge)), bridge_(std::move(bridge)), tables_(bridge_->maker()) {
  const int count = sides == Sides::two ? 2 : 1;
  sides_.reserve(count);  // they stay where they are, for they are shared by address
  for (int i = 0; i < count; ++i) {
    const KeyBuffers& side = sides_.emplace_back(device, *problem, bridge_->maker());
    bridge_->buffers.add(side.keys().buffer());
    if (side.payload().exists()) bridge_->buffers.add(side.payload().buffer());
  }
}

CudaRun::~CudaRun() {
  bridge_->buffers.release();  // before OpenGL's buffers go; the timer holds the bridge for longer
}

GuardedBuffer& CudaRun::add(std::uint64_t bytes, std::string_view label, bool saved) {
  GuardedBuffer& table = tables_.add(bytes, label, saved);
  bridge_->buffers.add(table.buffer());
  return table;
}

void* CudaRun::pointer(const GuardedBuffer& buffer) const {
  return bridge_->buffers.pointer(buffer.buffer()) + GuardedBuffer::guard_bytes;
}

CudaRun::Columns CudaRun::columns(unsigned side) const {
  const KeyBuffers& arrays = sides_.at(side);
  return {pointer(arrays.keys()), arrays.payload().exists() ? pointer(arrays.payload()) : nullptr};
}

CudaRun::Columns CudaRun::device_columns() const {
  bridge_->buffers.map();
  return front();
}

std::vector<View> CudaRun::views() const {
  hand_back();
  std::vector<View> views = sides_[front_].views();
  for (View& view : table_views()) views.push_back(std::move(view));
  return views;
}

data::State CudaRun::read(std::uint64_t first, std::uint64_t count) const {
  hand_back();
  return sides_[front_].read(first, count);
}

void CudaRun::load(const data::State& state) {
  hand_back();
  front_ = 0;
  sides_[front_].load(state);
}

bool CudaRun::keep() {
  hand_back();
  kept_.emplace(bridge_->opengl, problem());
  kept_->copy_from(sides_[front_]);
  return true;
}

void CudaRun::load_kept() {
  hand_back();
  front_ = 0;
  sides_[front_].copy_from(kept_.value());
}

std::optional<std::string> CudaRun::find_guard_damage() const {
  hand_back();
  for (const KeyBuffers& side : sides_) {
    if (auto damage = side.find_guard_damage()) return damage;
  }
  return tables_.find_guard_damage();
}

std::optional<Handover> CudaRun::handover() const {
  const cuda::InteropCost& cost = bridge_->buffers.cost();
  return Handover{cuda::device(bridge_->stream.ordinal()).name, bridge_->buffers.sharing(),
                  bridge_->buffers.staging_reason(), cost.map_ms + cost.unmap_ms, cost.staged_bytes};
}

void CudaRun::save_more(Snapshot& snapshot) const {
  if (passes_done() == 0) return;
  hand_back();
  tables_.save(snapshot);
}

void CudaRun::restore_more(const Snapshot& snapshot) {
  hand_back();
  tables_.restore(snapshot);
}

}  // namespace texelsort::algorithms
