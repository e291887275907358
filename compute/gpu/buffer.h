#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "compute/gpu/memory_use.h"
#include "compute/gpu/objects.h"

namespace texelsort::gpu {

/// Memory of another interface on the device of the OpenGL context, which OpenGL can import (EXT_memory_object_fd).
class ForeignMemory {
 public:
  virtual ~ForeignMemory() = default;
  virtual std::uint64_t size() const = 0;
  /// Bytes per allocation. The last one may extend beyond size().
  virtual std::uint64_t part_bytes() const = 0;

  /// Allocation as a file descriptor, which the caller owns.
  struct Exported {
    int file = -1;
    std::uint64_t size = 0;  ///< bytes of the whole allocation
  };
  virtual Exported export_part(std::uint64_t part) const = 0;

  /// Copy between host and device after all preceding OpenGL commands. glBufferSubData and glGetBufferSubData do not
  /// suffice: the driver of an H200 (580.159) caches read data in host memory and never refreshes it.
  virtual void write(std::uint64_t offset, std::span<const std::byte> bytes) const = 0;
  virtual void read(std::uint64_t offset, std::span<std::byte> bytes) const = 0;
};

/// Waits until all OpenGL commands are done, so that other interfaces may access memory that they share with OpenGL.
void finish();

/// Device memory for storage blocks.
///
/// A single OpenGL object has at most `most_in_one` bytes. Without an error, the driver of an H200 (580.159) makes
/// larger objects smaller by a multiple of 2^32 bytes. Larger buffers consist of several objects. write() and read()
/// hide this, but shaders cannot bind them as one block and CUDA does not map them.
class Buffer {
 public:
  static constexpr std::uint64_t most_in_one = (std::uint64_t{1} << 32) - 1;

  Buffer() = default;
  Buffer(std::uint64_t size, std::string_view label) : Buffer(size, label, most_in_one) {}
  /// Limits objects to `most` bytes instead of most_in_one, to force several objects.
  Buffer(std::uint64_t size, std::string_view label, std::uint64_t most);
  /// Imports memory that another interface also uses. The users must synchronise, on this side by finish(). Keeps the
  /// memory alive. Each part is an object. Throws UnavailableError if OpenGL rejects the import.
  Buffer(std::shared_ptr<const ForeignMemory> memory, std::string_view label);

  /// Name of the first object. 0 if there is none.
  std::uint32_t id() const { return parts_.empty() ? 0 : parts_.front().id(); }
  bool is_one() const { return parts_.size() < 2; }
  /// Object and the byte range of this buffer that it holds.
  struct Segment {
    std::uint32_t id = 0;
    std::uint64_t offset = 0, size = 0;
  };
  std::vector<Segment> parts() const;
  std::uint64_t size() const { return size_; }
  /// Returns the memory of another interface. Null if OpenGL allocated the memory.
  const ForeignMemory* foreign() const { return foreign_.get(); }

  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Copies bytes [offset, offset + size) of another buffer to the same offset, within the device.
  void copy_from(const Buffer& other, std::uint64_t offset, std::uint64_t size);

 private:
  /// Calls `transfer(part, its offset, bytes done, count)` for each part of [offset, offset + size).
  template <typename Transfer>
  void in_parts(std::uint64_t offset, std::uint64_t size, const Transfer& transfer) const;

  /// Memory of another interface, which must outlive the objects that OpenGL made of it.
  std::shared_ptr<const ForeignMemory> foreign_;
  std::vector<Handle> memories_;  ///< memory objects of imported parts
  std::vector<Handle> parts_;
  std::uint64_t part_bytes_ = 0;  ///< size of all parts but the last
  Allocation allocation_;
  std::uint64_t size_ = 0;
};

}  // namespace texelsort::gpu
