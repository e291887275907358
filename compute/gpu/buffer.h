#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "compute/gpu/compute_device.h"

namespace texelsort::gpu {

class Device;

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

/// Device memory for storage blocks, of the compute device that allocated it.
class Buffer {
 public:
  Buffer() = default;
  /// Allocates memory of the device that executes compute shaders.
  Buffer(Device& device, std::uint64_t size, std::string_view label);
  /// Allocates memory of the current OpenGL context.
  Buffer(std::uint64_t size, std::string_view label);
  /// The same, with several objects of at most `most` bytes. Tests use small limits.
  Buffer(std::uint64_t size, std::string_view label, std::uint64_t most);
  /// Imports memory of another interface, see GlStorage.
  Buffer(std::shared_ptr<const ForeignMemory> memory, std::string_view label);
  explicit Buffer(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) {}

  bool exists() const { return storage_ != nullptr; }
  std::uint64_t size() const { return storage_ == nullptr ? 0 : storage_->size(); }
  const Storage* storage() const { return storage_.get(); }

  // Only for buffers of OpenGL.
  /// Name of the first object. 0 if there is none, or if the memory is not OpenGL's.
  std::uint32_t id() const;
  /// Returns whether the memory is at most one OpenGL object.
  bool is_one() const;
  /// Object and the byte range of this buffer that it holds.
  struct Segment {
    std::uint32_t id = 0;
    std::uint64_t offset = 0, size = 0;
  };
  /// Empty if the memory is not OpenGL's.
  std::vector<Segment> parts() const;
  /// Returns the memory of another interface. Null if there is none.
  const ForeignMemory* foreign() const;

  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Copies bytes [offset, offset + size) of another buffer to the same offset, within the device.
  void copy_from(const Buffer& other, std::uint64_t offset, std::uint64_t size);

 private:
  std::unique_ptr<Storage> storage_;
};

}  // namespace texelsort::gpu
