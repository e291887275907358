#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>

namespace texelsort::external {

/// Returns whether an open file is in a file system in memory, such as tmpfs, and not on a disk.
bool is_in_memory(int descriptor);

/// Allocates the pages of a file in a memory file system, on a thread of its own and before other threads write them.
/// Otherwise, concurrent writers of the file block each other during page allocation.
class Preallocator {
 public:
  /// Starts to allocate the first `bytes` bytes of the file. If `maps` is true, may also map the file, so that threads
  /// write to memory and do not block each other.
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
