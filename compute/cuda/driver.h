#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/cuda/device.h"
#include "compute/cuda/execution.h"
#include "compute/simt/options.h"

struct CUstream_st;           // CUDA's type of streams, to which a cudaStream_t points
struct CUevent_st;            // CUDA's type of events, to which a cudaEvent_t points
struct cudaGraphicsResource;  // CUDA's type of mapped OpenGL objects, to which a cudaGraphicsResource_t points

namespace texelsort::cuda {

/// Interface to an engine that executes kernels: CUDA or the CPU. Work is queued in streams. All functions except
/// release() throw the errors of check().
class Driver {
 public:
  virtual ~Driver() = default;

  /// Selects the device for later calls of this thread.
  virtual void use(int ordinal) = 0;
  virtual Memory memory() = 0;
  /// Allows kernels on the current device to access the memory of another device, if the devices support it.
  virtual void reach(int /*ordinal*/) {}

  virtual std::byte* allocate(std::uint64_t bytes, std::string_view what) = 0;
  virtual void release(std::byte* memory) noexcept = 0;
  /// Allows kernels to access only `bytes` bytes of an allocation from `offset` on.
  virtual void restrict_to(const std::byte*, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) {}

  /// Allocates pinned host memory, which asynchronous copies need. A copy with other host memory may wait for all
  /// queued work (CUDA Runtime API, "API synchronization behavior").
  virtual std::byte* allocate_pinned(std::uint64_t bytes) = 0;
  virtual void release_pinned(std::byte* memory) noexcept = 0;

  enum class Way : std::uint8_t { to_device, from_device, within };
  virtual void copy(CUstream_st* stream, void* to, const void* from, std::uint64_t bytes, Way way) = 0;
  virtual void clear(CUstream_st* stream, void* memory, std::uint64_t bytes) = 0;

  /// Priority of a stream. The blocks of an `aside` stream run only on multiprocessors that other streams leave free.
  enum class Turn : std::uint8_t { first, aside };
  /// Creates a stream on the current device. `on_cpu` contains options for kernels on the CPU, and CUDA ignores it.
  virtual CUstream_st* make_stream(Turn turn, const std::optional<simt::Options>& on_cpu) = 0;
  virtual void release(CUstream_st* stream) noexcept = 0;
  virtual void wait(CUstream_st* stream) = 0;

  /// For tests of timeouts: makes a stream never start the work that is queued from now on. The process must then call
  /// leave_at_exit().
  virtual void hang(CUstream_st*) {}
  /// Lets the process exit without waiting for queued work.
  virtual void leave_at_exit() {}

  virtual CUevent_st* make_event() = 0;
  virtual void release(CUevent_st* event) noexcept = 0;
  virtual void record(CUevent_st* event, CUstream_st* stream) = 0;
  /// Makes all work that is queued in the stream from now on wait for the event. The event may belong to another
  /// device.
  virtual void hold_back(CUstream_st* stream, CUevent_st* event) = 0;
  virtual bool reached(CUevent_st* event) = 0;
  virtual void wait(CUevent_st* event) = 0;
  virtual double ms_between(CUevent_st* start, CUevent_st* end) = 0;

  // Functions that map OpenGL buffers for CUDA. They are unused if arrays are copied through the host.
  /// Registers an OpenGL buffer for mapping. Returns null and writes the reason to `refusal` if the buffer cannot be
  /// mapped.
  virtual cudaGraphicsResource* register_buffer(unsigned id, std::string& refusal) = 0;
  virtual void release(cudaGraphicsResource* resource) noexcept = 0;
  virtual void map(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) = 0;
  virtual void unmap(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) = 0;
  /// Returns the address range of a mapped buffer for CUDA. The range may be shorter than the buffer.
  virtual std::span<std::byte> mapped(cudaGraphicsResource* resource) = 0;
};

/// Returns the driver of NVIDIA devices. Throws UnavailableError with absence() if the program was built without CUDA.
Driver& cuda_driver();
Driver& cpu_driver();

/// Returns the driver of the device that use() has selected for this thread.
Driver& present_driver();

}  // namespace texelsort::cuda
