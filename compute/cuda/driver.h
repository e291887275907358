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

struct CUstream_st;           // target of a cudaStream_t
struct CUevent_st;            // target of a cudaEvent_t
struct cudaGraphicsResource;  // target of a cudaGraphicsResource_t

namespace texelsort::cuda {

/// Operations of an engine that this folder's classes use. Work is queued in streams. All functions except release()
/// throw the errors of check().
class Driver {
 public:
  virtual ~Driver() = default;

  /// Selects the device for later calls.
  virtual void use(int ordinal) = 0;
  virtual Memory memory() = 0;
  /// Lets the present device access another device's memory, if possible.
  virtual void reach(int /*ordinal*/) {}

  virtual std::byte* allocate(std::uint64_t bytes, std::string_view what) = 0;
  virtual void release(std::byte* memory) noexcept = 0;
  /// Restricts kernels to `bytes` bytes from `offset` on within an allocation.
  virtual void restrict_to(const std::byte*, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) {}

  /// Allocates host memory for asynchronous copies. With other memory, a copy may wait for all queued work (CUDA
  /// Runtime API, "API synchronization behavior").
  virtual std::byte* allocate_pinned(std::uint64_t bytes) = 0;
  virtual void release_pinned(std::byte* memory) noexcept = 0;

  enum class Way : std::uint8_t { to_device, from_device, within };
  virtual void copy(CUstream_st* stream, void* to, const void* from, std::uint64_t bytes, Way way) = 0;
  virtual void clear(CUstream_st* stream, void* memory, std::uint64_t bytes) = 0;

  /// Priority of a stream: an aside stream gets multiprocessors only when other streams leave some free.
  enum class Turn : std::uint8_t { first, aside };
  /// Creates a stream. `on_cpu` applies only to the CPU; see Stream.
  virtual CUstream_st* make_stream(Turn turn, const std::optional<simt::Options>& on_cpu) = 0;
  virtual void release(CUstream_st* stream) noexcept = 0;
  virtual void wait(CUstream_st* stream) = 0;

  /// Makes a stream never begin the work that is queued from now on, to test timeouts. The process must then call
  /// leave_at_exit().
  virtual void hang(CUstream_st*) {}
  /// Lets the process exit without waiting for queued work.
  virtual void leave_at_exit() {}

  virtual CUevent_st* make_event() = 0;
  virtual void release(CUevent_st* event) noexcept = 0;
  virtual void record(CUevent_st* event, CUstream_st* stream) = 0;
  /// Makes work that is queued in the stream from now on wait for an event of any device.
  virtual void hold_back(CUstream_st* stream, CUevent_st* event) = 0;
  virtual bool reached(CUevent_st* event) = 0;
  virtual void wait(CUevent_st* event) = 0;
  virtual double ms_between(CUevent_st* start, CUevent_st* end) = 0;

  // Mapping of OpenGL buffers, for engines whose Choice is not `staged`.
  /// Returns null, with a reason in `refusal`, if the buffer cannot be mapped.
  virtual cudaGraphicsResource* register_buffer(unsigned id, std::string& refusal) = 0;
  virtual void release(cudaGraphicsResource* resource) noexcept = 0;
  virtual void map(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) = 0;
  virtual void unmap(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) = 0;
  /// Returns a mapped buffer's range in CUDA's address space, which may be incomplete.
  virtual std::span<std::byte> mapped(cudaGraphicsResource* resource) = 0;
};

/// Returns CUDA's driver. Throws UnavailableError with absence() in a program built without CUDA.
Driver& cuda_driver();
Driver& cpu_driver();

/// Returns the driver of the present device.
Driver& present_driver();

}  // namespace texelsort::cuda
