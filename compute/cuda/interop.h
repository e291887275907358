#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "compute/cuda/choice.h"
#include "compute/cuda/stream.h"
#include "compute/gpu/buffer.h"

namespace texelsort::cuda {

/// What it cost to hand buffers over to CUDA and back, in wall time.
struct InteropCost {
  double map_ms = 0, unmap_ms = 0;  ///< with the copies, where there are any
  std::uint64_t staged_bytes = 0;   ///< copied through the host, both ways
};

/// OpenGL buffers that CUDA works on, mapped all together and unmapped before OpenGL touches them. Those in imported
/// memory are only waited for. Others are registered once; one of several objects, or any if the choice says so, is
/// copied within the device into one array and back. Where mapping is impossible, device memory of CUDA's own stands in
/// for each, and mapping and unmapping copy through the host. One thread, the OpenGL context current.
class SharedBuffers {
 public:
  SharedBuffers(const Choice& choice, const Stream& stream);
  ~SharedBuffers();
  SharedBuffers(const SharedBuffers&) = delete;
  SharedBuffers& operator=(const SharedBuffers&) = delete;

  /// A buffer for add(), in memory that OpenGL imports if the choice is so.
  gpu::Buffer make(std::uint64_t bytes, std::string_view label);

  /// Before the first map(). The buffer outlives this object, or the call of release(). `label` names it in messages;
  /// of its ends kernels shall leave `guard_bytes` alone.
  void add(const gpu::Buffer& buffer, std::string_view label, std::uint64_t guard_bytes);

  /// Hands all over to CUDA, unless they are there; waits.
  void map();
  /// Hands all back to OpenGL, unless they are there; waits for the stream.
  void unmap();
  bool mapped() const;

  /// The first byte of a buffer in CUDA's address space, until unmap().
  std::byte* pointer(const gpu::Buffer& buffer) const;

  /// Lets go of the buffers for good; unmapped without copies.
  void release();

  /// The worst of the ways of all.
  Sharing sharing() const;
  /// Why buffers are copied through the host; empty if they are not.
  const std::string& staging_reason() const;

  const InteropCost& cost() const;
  void reset_cost();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelsort::cuda
