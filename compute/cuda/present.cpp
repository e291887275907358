// Device that use() has selected, for each thread as in CUDA.
#include <algorithm>

#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/launch.h"
#include "compute/cuda/stream.h"

namespace texelsort::cuda {
namespace {

/// Returns the first NVIDIA device, or the CPU if there is none. With the CPU, plans can query device properties before
/// use() is called.
int first_ordinal() {
  return devices().devices.empty() ? cpu_ordinal : 0;
}

thread_local int present_ordinal_of_thread = first_ordinal();

}  // namespace

void use(int ordinal) {
  (ordinal == cpu_ordinal ? cpu_driver() : cuda_driver()).use(ordinal);
  present_ordinal_of_thread = ordinal;
}

int present_ordinal() {
  return present_ordinal_of_thread;
}

Engine present_engine() {
  return present_ordinal_of_thread == cpu_ordinal ? Engine::cpu : Engine::cuda;
}

Driver& present_driver() {
  return present_engine() == Engine::cpu ? cpu_driver() : cuda_driver();
}

const DeviceInfo& present_device() {
  return device(present_ordinal_of_thread);
}

Memory memory(int ordinal) {
  use(ordinal);
  return present_driver().memory();
}

void GiveBack::operator()(std::byte* memory) const {
  driver->release(memory);
}
void GiveBack::operator()(CUstream_st* stream) const {
  driver->release(stream);
}
void GiveBack::operator()(CUevent_st* event) const {
  driver->release(event);
}

void clear(void* memory, std::uint64_t bytes, CUstream_st* stream) {
  present_driver().clear(stream, memory, bytes);
}

}  // namespace texelsort::cuda
