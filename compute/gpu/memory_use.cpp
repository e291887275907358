#include "compute/gpu/memory_use.h"

#include <algorithm>

namespace texelsort::gpu {
namespace {

MemoryUse in_use;  // OpenGL is called on one thread

}  // namespace

MemoryUse memory_use() {
  return in_use;
}

void reset_peak() {
  in_use.peak = in_use.now;
}

Allocation::Allocation(std::uint64_t bytes) : bytes_(bytes) {
  in_use.now += bytes;
  in_use.peak = std::max(in_use.peak, in_use.now);
}

Allocation::~Allocation() {
  in_use.now -= bytes_;
}

}  // namespace texelsort::gpu
