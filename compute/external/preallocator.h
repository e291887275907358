#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>

namespace texelsort::external {

/// Whether a file's bytes are pages of memory, and no disk's.
bool is_in_memory(int descriptor);

/// Makes the pages of a file in a file system in memory, in a thread of its own, before they are written. There the
/// threads that write one file take turns, and most of each turn goes into making pages: to write pages that are there
/// takes a fraction of the time.
class Preallocator {
 public:
  /// `bytes` from the file's start. `maps`: they may also become memory of this process, which writes without turns.
  Preallocator(int descriptor, std::uint64_t bytes, bool maps);
  Preallocator(const Preallocator&) = delete;
  Preallocator& operator=(const Preallocator&) = delete;
  ~Preallocator();

  /// Writes them at that place if it is mapped and its pages have been made; else does nothing and returns false.
  bool write(std::span<const std::byte> bytes, std::uint64_t offset);
  /// Makes no more pages, and returns when the thread has ended.
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
