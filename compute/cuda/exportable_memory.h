#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "compute/gpu/buffer.h"

namespace texelsort::cuda {

class PinnedStaging;

/// Device memory that OpenGL can import, in one contiguous CUDA address range.
///
/// Kernels with scattered accesses need this memory instead of OpenGL's: an H200's driver (580.159) maps OpenGL's
/// buffers with small pages. There, a gather of 10 M rows is 2.4 times as slow for 16-byte rows, 6 times for 48 and 109
/// times for 80.
class ExportableMemory final : public gpu::ForeignMemory {
 public:
  /// Allocates on device `ordinal`, which becomes the present device. `what` names the memory in out-of-memory errors.
  /// Smaller values of `most_in_one` force several parts.
  ExportableMemory(int ordinal, std::uint64_t bytes, std::string_view what,
                   std::uint64_t most_in_one = gpu::Buffer::most_in_one);
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
  mutable std::shared_ptr<PinnedStaging> ring_;  ///< pinned memory for large transfers; null before the first one
};

/// Reason why a device cannot provide such memory. Empty if it can.
std::string no_exportable_memory(int ordinal);

}  // namespace texelsort::cuda
