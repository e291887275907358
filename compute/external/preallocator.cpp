#include "compute/external/preallocator.h"

#include <algorithm>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>

namespace texelsort::external {

bool is_in_memory(int descriptor) {
  struct statfs system {};
  return fstatfs(descriptor, &system) == 0 && system.f_type == TMPFS_MAGIC;
}

Preallocator::Preallocator(int descriptor, std::uint64_t bytes, bool maps) : descriptor_(descriptor), bytes_(bytes) {
  if (maps && bytes > 0) {
    void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (at != MAP_FAILED) mapped_ = static_cast<std::byte*>(at);
  }
  try {
    thread_ = std::thread([this] { make(); });
  } catch (const std::system_error&) {
    // If no thread can start, the sort continues without preallocated pages.
  }
}

Preallocator::~Preallocator() {
  stop();
  if (mapped_ != nullptr) munmap(mapped_, bytes_);
}

void Preallocator::stop() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
}

// Allocates the pages of the file in small steps, because writers wait during each step.
void Preallocator::make() {
  constexpr std::uint64_t at_once = std::uint64_t{16} << 20;
  for (std::uint64_t at = 0; at < bytes_ && !stopped_; at += at_once) {
    const std::uint64_t count = std::min(at_once, bytes_ - at);
    // Ignore a full disk here, because the writers report the error.
    if (fallocate(descriptor_, 0, static_cast<off_t>(at), static_cast<off_t>(count)) != 0) return;
    made_ = at + count;
  }
}

bool Preallocator::write(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (mapped_ == nullptr || offset + bytes.size() > made_) return false;
  std::memcpy(mapped_ + offset, bytes.data(), bytes.size());
  return true;
}

}  // namespace texelsort::external
