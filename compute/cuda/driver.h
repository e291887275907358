#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/cuda/device.h"
#include "compute/cuda/engine.h"
#include "compute/simt/options.h"

struct CUstream_st;           // what cudaStream_t points to
struct CUevent_st;            // what cudaEvent_t points to
struct cudaGraphicsResource;  // what cudaGraphicsResource_t points to

namespace texelsort::cuda {

/// What the classes of this layer ask of an engine. Work is queued in streams. Every function throws what check()
/// throws, but those that release.
class Driver {
 public:
  virtual ~Driver() = default;

  /// Makes it the device of the calls that follow.
  virtual void use(int ordinal) = 0;
  virtual Memory memory() = 0;
  /// Lets the present device read and write another's memory, where there is a way.
  virtual void reach(int /*ordinal*/) {}

  virtual std::byte* allocate(std::uint64_t bytes, std::string_view what) = 0;
  virtual void release(std::byte* memory) noexcept = 0;
  /// Kernels shall touch no more of an allocation than `bytes` from `offset` on.
  virtual void restrict_to(const std::byte*, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) {}

  /// Memory of the host from and to which copies are queued, so that the host does not wait. Of other memory a copy
  /// may wait for all that is queued before (CUDA Runtime API, "API synchronization behavior").
  virtual std::byte* allocate_pinned(std::uint64_t bytes) = 0;
  virtual void release_pinned(std::byte* memory) noexcept = 0;

  enum class Way : std::uint8_t { to_device, from_device, within };
  virtual void copy(CUstream_st* stream, void* to, const void* from, std::uint64_t bytes, Way way) = 0;
  virtual void clear(CUstream_st* stream, void* memory, std::uint64_t bytes) = 0;

  /// Where streams have work for the same multiprocessors, one that stands aside gets them last.
  enum class Turn : std::uint8_t { first, aside };
  /// `on_cpu` is for the CPU alone; see Stream.
  virtual CUstream_st* make_stream(Turn turn, const std::optional<simt::Options>& on_cpu) = 0;
  virtual void release(CUstream_st* stream) noexcept = 0;
  virtual void wait(CUstream_st* stream) = 0;

  /// For tests of what waits: what is queued from now on never begins. The process is then to leave_at_exit().
  virtual void hang(CUstream_st*) {}
  /// The process, when it ends, does so without waiting for what is queued.
  virtual void leave_at_exit() {}

  virtual CUevent_st* make_event() = 0;
  virtual void release(CUevent_st* event) noexcept = 0;
  virtual void record(CUevent_st* event, CUstream_st* stream) = 0;
  /// What is queued in the stream from now on waits for the event, of whatever device.
  virtual void hold_back(CUstream_st* stream, CUevent_st* event) = 0;
  virtual bool reached(CUevent_st* event) = 0;
  virtual void wait(CUevent_st* event) = 0;
  virtual double ms_between(CUevent_st* start, CUevent_st* end) = 0;

  // OpenGL's buffers, for an engine of which a Choice does not say `staged`.
  /// Null, and a refusal, where this buffer cannot be mapped.
  virtual cudaGraphicsResource* register_buffer(unsigned id, std::string& refusal) = 0;
  virtual void release(cudaGraphicsResource* resource) noexcept = 0;
  virtual void map(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) = 0;
  virtual void unmap(std::span<cudaGraphicsResource*> resources, CUstream_st* stream) = 0;
  /// Where a mapped buffer is in CUDA's address space, as far as it goes.
  virtual std::span<std::byte> mapped(cudaGraphicsResource* resource) = 0;
};

/// CUDA's; throws UnavailableError with absence() in a program that was built without.
Driver& cuda_driver();
Driver& cpu_driver();

/// The driver of the present device.
Driver& present_driver();

}  // namespace texelsort::cuda
