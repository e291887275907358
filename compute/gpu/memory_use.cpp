#include "compute/gpu/memory_use.h"

#include <algorithm>
#include <mutex>

namespace texelsort::gpu {
namespace {

std::mutex mutex;  // OpenGL is used on one thread, CUDA on several
MemoryUse in_use;

}  // namespace

MemoryUse memory_use() {
  const std::lock_guard lock(mutex);
  return in_use;
}

void reset_peak() {
  const std::lock_guard lock(mutex);
  in_use.peak = in_use.now;
}

Allocation::Allocation(std::uint64_t bytes) : bytes_(bytes) {
  const std::lock_guard lock(mutex);
  in_use.now += bytes;
  in_use.peak = std::max(in_use.peak, in_use.now);
}

Allocation::~Allocation() {
  if (bytes_ == 0) return;
  const std::lock_guard lock(mutex);
  in_use.now -= bytes_;
}

}  // namespace texelsort::gpu
