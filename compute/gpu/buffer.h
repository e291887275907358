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

/// Memory of another interface's on the device of the OpenGL context, which OpenGL can import (EXT_memory_object_fd).
class ForeignMemory {
 public:
  virtual ~ForeignMemory() = default;
  virtual std::uint64_t size() const = 0;
  /// Bytes of each allocation that it consists of; the last one may hold more than is left of size().
  virtual std::uint64_t part_bytes() const = 0;

  /// An allocation as a file, which becomes the caller's.
  struct Exported {
    int file = -1;
    std::uint64_t size = 0;  ///< of the whole allocation
  };
  virtual Exported export_part(std::uint64_t part) const = 0;

  /// Between host and device, after all that OpenGL was told is done. OpenGL's own reading and writing would not do:
  /// the driver of an H200 (580.159) keeps what it has read in the host's memory and does not look again.
  virtual void write(std::uint64_t offset, std::span<const std::byte> bytes) const = 0;
  virtual void read(std::uint64_t offset, std::span<std::byte> bytes) const = 0;
};

/// Waits until all that OpenGL was told is done, so that others may touch memory that it shares with them.
void finish();

/// Memory on the device, for storage blocks.
///
/// OpenGL is given at most `most_in_one` bytes as one object: the driver of an H200 (580.159) makes larger ones 2^32
/// bytes smaller, or a multiple, and says nothing. Larger buffers are several objects, which shaders cannot have as one
/// and CUDA does not map; what is read and written here does not show it.
class Buffer {
 public:
  static constexpr std::uint64_t most_in_one = (std::uint64_t{1} << 32) - 1;

  Buffer() = default;
  Buffer(std::uint64_t size, std::string_view label) : Buffer(size, label, most_in_one) {}
  /// With less than most_in_one, to be several objects sooner.
  Buffer(std::uint64_t size, std::string_view label, std::uint64_t most);
  /// In memory that somebody else works on too, between finish() and his own waiting; kept as long as this buffer. Each
  /// part is an object. Throws UnavailableError if OpenGL refuses it.
  Buffer(std::shared_ptr<const ForeignMemory> memory, std::string_view label);

  /// The name of the first object, if there are several.
  std::uint32_t id() const { return parts_.empty() ? 0 : parts_.front().id(); }
  bool is_one() const { return parts_.size() < 2; }
  /// An object and which bytes of this buffer it holds.
  struct Segment {
    std::uint32_t id = 0;
    std::uint64_t offset = 0, size = 0;
  };
  std::vector<Segment> parts() const;
  std::uint64_t size() const { return size_; }
  const ForeignMemory* foreign() const { return foreign_.get(); }  ///< null if the memory is OpenGL's own

  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Bytes [offset, offset + size) of another buffer to the same place here, within the device.
  void copy_from(const Buffer& other, std::uint64_t offset, std::uint64_t size);

 private:
  /// Calls `transfer(part, its offset, bytes done, count)` for each part of [offset, offset + size).
  template <typename Transfer>
  void in_parts(std::uint64_t offset, std::uint64_t size, const Transfer& transfer) const;

  std::shared_ptr<const ForeignMemory> foreign_;  // outlives what OpenGL made of it
  std::vector<Handle> memories_;                  ///< of imported parts
  std::vector<Handle> parts_;
  std::uint64_t part_bytes_ = 0;  ///< of all parts but the last
  Allocation allocation_;
  std::uint64_t size_ = 0;
};

}  // namespace texelsort::gpu
