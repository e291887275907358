#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "compute/gpu/buffer.h"
#include "compute/gpu/gl_storage.h"

namespace texelsort::cuda {

class PinnedStaging;

/// Device memory that CUDA allocates and OpenGL can import. The memory has one contiguous address range in CUDA.
///
/// Kernels with scattered accesses need such memory, because an H200's driver (580.159) maps OpenGL's own buffers with
/// small pages. A gather of 10 M rows is slower from OpenGL's buffers than from this memory. The factor is 2.4 for rows
/// of 16 bytes, 6 for 48 bytes, and 109 for 80 bytes.
class ExportableMemory final : public gpu::ForeignMemory {
 public:
  /// Allocates memory on device `ordinal`, and makes this device the current one. `what` names the memory in
  /// out-of-memory errors. Tests pass a small `most_in_one`, so that the memory consists of several parts.
  ExportableMemory(int ordinal, std::uint64_t bytes, std::string_view what,
                   std::uint64_t most_in_one = gpu::GlStorage::most_in_one);
  ~ExportableMemory() override;
  ExportableMemory(const ExportableMemory&) = delete;
  ExportableMemory& operator=(const ExportableMemory&) = delete;

  std::byte* data() const { return reinterpret_cast<std::byte*>(address_); }
  std::uint64_t size() const override { return size_; }
  std::uint64_t part_bytes() const override { return part_bytes_; }
  Exported export_part(std::uint64_t part) const override;
  void write(std::uint64_t offset, std::span<const std::byte> bytes) const override;
  void read(std::uint64_t offset, std::span<std::byte> bytes) const override;

 private:
  struct PhysicalChunk {
    unsigned long long handle = 0;
    std::uint64_t size = 0;
    bool mapped = false;
  };
  void reserve(std::uint64_t granularity, std::uint64_t most_in_one);
  void allocate(std::string_view what);
  void release();

  int ordinal_;
  std::uint64_t size_, part_bytes_ = 0, reserved_ = 0;
  unsigned long long address_ = 0;
  std::vector<PhysicalChunk> parts_;
  /// Pinned host memory that speeds up large transfers; null before the first large transfer.
  mutable std::shared_ptr<PinnedStaging> ring_;
};

/// Returns the reason why a device cannot allocate memory that OpenGL can import. Returns an empty string if it can.
std::string no_exportable_memory(int ordinal);

}  // namespace texelsort::cuda
