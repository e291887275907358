#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/gpu/compute_device.h"
#include "compute/gpu/memory_use.h"
#include "compute/gpu/objects.h"

namespace texelsort::gpu {

class ForeignMemory;

/// Memory of OpenGL buffer objects.
///
/// A single OpenGL object has at most `most_in_one` bytes. Without an error, the driver of an H200 (580.159) makes
/// larger objects smaller by a multiple of 2^32 bytes. Larger storage consists of several objects. write() and read()
/// hide this, but shaders cannot bind them as one block and CUDA does not map them.
class GlStorage final : public Storage {
 public:
  static constexpr std::uint64_t most_in_one = (std::uint64_t{1} << 32) - 1;

  /// Limits objects to `most` bytes. Tests use small limits to force several objects.
  GlStorage(std::uint64_t size, std::string_view label, std::uint64_t most = most_in_one);
  /// Imports memory that another interface also uses. The users must synchronise, on this side by finish(). Keeps the
  /// memory alive. Each part is an object. Throws UnavailableError if OpenGL rejects the import.
  GlStorage(std::shared_ptr<const ForeignMemory> memory, std::string_view label);

  std::uint64_t size() const override { return size_; }
  void write(std::uint64_t offset, std::span<const std::byte> bytes) override;
  void read(std::uint64_t offset, std::span<std::byte> bytes) const override;
  void copy_from(const Storage& other, std::uint64_t offset, std::uint64_t size) override;

  const std::vector<Handle>& objects() const { return parts_; }
  std::uint64_t part_bytes() const { return part_bytes_; }
  /// Returns the memory of another interface. Null if OpenGL allocated the memory.
  const ForeignMemory* foreign() const { return foreign_.get(); }

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
