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

/// Wall time of handing buffers over to CUDA and back.
struct InteropCost {
  double map_ms = 0, unmap_ms = 0;  ///< milliseconds to map and to unmap all buffers, including copies
  std::uint64_t staged_bytes = 0;   ///< bytes copied through the host, in both directions
};

/// OpenGL buffers that CUDA uses. All are mapped together and unmapped before OpenGL uses them. Imported memory is only
/// synchronised. Other buffers are registered once. Buffers of several objects are copied into one array within the
/// device and back. If the choice is `copied`, all buffers are. If mapping is impossible, CUDA's own memory replaces
/// each buffer, and map() and unmap() copy through the host. Bound to the thread with the current OpenGL context.
class SharedBuffers {
 public:
  SharedBuffers(const Choice& choice, const Stream& stream);
  ~SharedBuffers();
  SharedBuffers(const SharedBuffers&) = delete;
  SharedBuffers& operator=(const SharedBuffers&) = delete;

  /// Creates a buffer for add(), in imported memory if the choice says so.
  gpu::Buffer make(std::uint64_t bytes, std::string_view label);

  /// Adds a buffer before the first map(). The buffer must outlive this object or the call of release(). `label` names
  /// it in messages. Kernels must not access `guard_bytes` bytes at both ends.
  void add(const gpu::Buffer& buffer, std::string_view label, std::uint64_t guard_bytes);

  /// Hands all buffers over to CUDA unless CUDA already has them, and waits.
  void map();
  /// Hands all buffers back to OpenGL unless OpenGL already has them. Waits for the stream.
  void unmap();
  bool mapped() const;

  /// Returns a buffer's address in CUDA's address space, valid until unmap().
  std::byte* pointer(const gpu::Buffer& buffer) const;

  /// Releases the buffers, without copying data back.
  void release();

  /// Slowest sharing among all buffers.
  Sharing sharing() const;
  /// Reason why buffers are copied through the host. Empty if they are not.
  const std::string& staging_reason() const;

  const InteropCost& cost() const;
  void reset_cost();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelsort::cuda
