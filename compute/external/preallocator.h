#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>

namespace texelsort::external {

/// Returns whether a file system is in memory, not on a disk. `descriptor` is an open file in it.
bool is_in_memory(int descriptor);

/// Allocates the pages of a file in memory on a thread of its own, before other threads write them. In such a file
/// system, concurrent writers of a file block each other, mostly during page allocation. Writing to allocated pages is
/// much faster.
class Preallocator {
 public:
  /// Starts to allocate `bytes` bytes from the start of the file. If `maps` is true, the pages may also be mapped, so
  /// that writers do not block each other.
  Preallocator(int descriptor, std::uint64_t bytes, bool maps);
  Preallocator(const Preallocator&) = delete;
  Preallocator& operator=(const Preallocator&) = delete;
  ~Preallocator();

  /// Copies bytes to allocated pages of a mapped file. Returns false without copying if the file is not mapped or its
  /// pages are not allocated.
  bool write(std::span<const std::byte> bytes, std::uint64_t offset);
  /// Stops the allocation and joins its thread.
  void stop();

 private:
  void make();

  int descriptor_;
  std::uint64_t bytes_;
  std::byte* mapped_ = nullptr;
  std::atomic<std::uint64_t> made_ = 0;
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

}  // namespace texelsort::external
