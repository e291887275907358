#include "compute/measure/clock_warm_up.h"

#include <cstdint>
#include <string>

namespace texelsort::measure {
namespace {

using namespace std::chrono_literals;

// Limits of pauses before a sample, and durations of the warm-up that follows them. An idle NVIDIA H200 raised its
// clock from 405 to 1980 MHz within a few hundred milliseconds of work.
constexpr std::chrono::duration<double> long_pause = 100ms, long_work = 300ms, brief_work = 10ms;

/// Bytes per buffer of the warm-up copies. They are much smaller than a GPU's level-2 cache, so that the data of the
/// sample can stay in the cache.
constexpr std::uint64_t buffer_bytes = std::uint64_t{4} << 20;

constexpr std::uint32_t warm_up_workgroup = 256, warm_up_bytes = 16, copies_at_once = 64;

using Clock = std::chrono::steady_clock;

/// All instances share this object. With one of its own, an instance would mistake the work of other instances for a
/// pause, and warm up too long.
GpuRest& rest() {
  static GpuRest shared;
  return shared;
}

}  // namespace

bool GpuRest::is_long(Time now) const {
  const Time last = last_;
  return last == Time::min() || now - last > long_pause;
}

void GpuRest::worked_elsewhere(Time now) {
  if (last_.load() != Time::min()) last_ = now;
}

ClockWarmUp::ClockWarmUp(gpu::Device* device) {
  if (device == nullptr || device->info().software || !device->info().compute) return;
  device_ = device;
  from_ = gpu::Buffer(*device, buffer_bytes, "waker source");
  to_ = gpu::Buffer(*device, buffer_bytes, "waker target");
  program_ = &device->compute_program("common/copy.comp", {{"WORKGROUP", std::to_string(warm_up_workgroup)}});
}

void ClockWarmUp::wake() {
  if (device_ == nullptr) return;
  copy_for(rest().is_long(Clock::now()) ? long_work : brief_work);
  worked();
}

void ClockWarmUp::keep_busy() {
  if (device_ != nullptr) device_->executor().keep_busy();
}

void ClockWarmUp::worked() {
  if (device_ != nullptr) rest().worked(Clock::now());
}

void ClockWarmUp::worked_elsewhere() {
  rest().worked_elsewhere(Clock::now());
}

void ClockWarmUp::copy_for(std::chrono::duration<double> time) {
  gpu::DispatchCall call;
  call.program = program_;
  call.buffers = {{0, &from_}, {1, &to_}};
  call.workgroups = static_cast<std::uint32_t>(buffer_bytes / warm_up_bytes / warm_up_workgroup);
  const auto start = Clock::now();
  while (Clock::now() - start < time) {
    for (std::uint32_t i = 0; i < copies_at_once; ++i) device_->executor().dispatch(call);
    device_->executor().wait();
  }
}

}  // namespace texelsort::measure
