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

/// Wall time and bytes of passing buffers from OpenGL to CUDA and back.
struct InteropCost {
  double map_ms = 0, unmap_ms = 0;  ///< milliseconds to pass all buffers to CUDA and back, including any copies
  std::uint64_t staged_bytes = 0;   ///< bytes copied through the host, in both directions
};

/// Buffers that OpenGL and CUDA use in turn. map() passes all buffers to CUDA, and unmap() passes them back to OpenGL.
/// Imported memory needs only synchronisation. CUDA maps OpenGL's buffers, which are registered once. If a buffer
/// consists of several OpenGL objects or the choice is `copied`, CUDA works on a copy within the device. If CUDA cannot
/// map buffers, map() and unmap() copy through the host. Only the thread with the current OpenGL context may use this
/// object.
class SharedBuffers {
 public:
  SharedBuffers(const Choice& choice, const Stream& stream);
  ~SharedBuffers();
  SharedBuffers(const SharedBuffers&) = delete;
  SharedBuffers& operator=(const SharedBuffers&) = delete;

  /// Creates a buffer that add() accepts. The buffer is in imported memory if the choice is `imported` and the device
  /// allows it.
  gpu::Buffer make(std::uint64_t bytes, std::string_view label);

  /// Adds a buffer to those that are passed. Only allowed before the first map(). The buffer must outlive this object
  /// or the call of release(). `label` names the buffer in messages. Kernels must not access the first and the last
  /// `guard_bytes` bytes.
  void add(const gpu::Buffer& buffer, std::string_view label, std::uint64_t guard_bytes);

  /// Passes all buffers from OpenGL to CUDA, and waits. Does nothing if CUDA already has them.
  void map();
  /// Waits for the stream, and passes all buffers back to OpenGL. Does nothing if OpenGL already has them.
  void unmap();
  bool mapped() const;

  /// Returns the address of a buffer for CUDA, which is valid until unmap().
  std::byte* pointer(const gpu::Buffer& buffer) const;

  /// Unmaps all buffers and forgets them. Does not copy CUDA's results back.
  void release();

  /// Returns the slowest kind of sharing that any of the buffers uses.
  Sharing sharing() const;
  /// Returns the reason why buffers are copied through the host, or an empty string if they are not.
  const std::string& staging_reason() const;

  const InteropCost& cost() const;
  void reset_cost();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelsort::cuda
