#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "compute/gpu/buffer.h"

namespace texelsort::cuda {

class PinnedStaging;

/// Device memory that OpenGL can import, in one range of CUDA's addresses, whatever the number of its parts.
///
/// Kernels that read or write here and there want this memory and not OpenGL's own: an H200's driver (580.159) maps
/// OpenGL's buffers in small pages, and a gather of 10 M rows takes 2.4 times as long there as in CUDA's memory if a
/// row has 16 bytes, 6 times with 48, 109 times with 80.
class ExportableMemory final : public gpu::ForeignMemory {
 public:
  /// On the device `ordinal`, which becomes the present one. `what` names it when there is no room. With less than the
  /// default, it is several parts sooner.
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
  mutable std::shared_ptr<PinnedStaging> ring_;  ///< once it has carried something
};

/// Why such memory cannot be had of a device; empty if it can.
std::string no_exportable_memory(int ordinal);

}  // namespace texelsort::cuda
