#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>

namespace texelsort::external {

/// Returns whether a file is in a file system in memory, not on a disk.
bool is_in_memory(int descriptor);

/// Allocates the pages of a file in an in-memory file system before they are written, on its own thread. There,
/// concurrent writers of one file block each other, mostly while pages are allocated. Writing to allocated pages is
/// much faster.
class Preallocator {
 public:
  /// Allocates `bytes` bytes from the file's start. If `maps` is true, the pages may also be mapped, which avoids
  /// blocking between writers.
  Preallocator(int descriptor, std::uint64_t bytes, bool maps);
  Preallocator(const Preallocator&) = delete;
  Preallocator& operator=(const Preallocator&) = delete;
  ~Preallocator();

  /// Copies the bytes if the file is mapped and these pages are allocated. Otherwise returns false.
  bool write(std::span<const std::byte> bytes, std::uint64_t offset);
  /// Stops allocating and joins the thread.
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
