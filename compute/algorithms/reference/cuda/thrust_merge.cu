#include "compute/algorithms/reference/cuda/thrust_merge.cuh"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

ThrustMemory::~ThrustMemory() {
  for (const auto& [bytes, memory] : free_) cudaFree(memory);
  for (const auto& [memory, bytes] : used_) cudaFree(memory);
}

char* ThrustMemory::allocate(std::ptrdiff_t bytes) {
  char* memory = nullptr;
  if (const auto found = free_.lower_bound(bytes); found != free_.end()) {
    memory = found->second;
    used_[memory] = found->first;
    free_.erase(found);
    return memory;
  }
  cuda::check_allocation(cudaMalloc(reinterpret_cast<void**>(&memory), static_cast<std::size_t>(bytes)), "cudaMalloc",
                         "Thrust's temporary memory", static_cast<std::uint64_t>(bytes));
  used_[memory] = bytes;
  return memory;
}

void ThrustMemory::deallocate(char* memory, std::size_t) {
  const auto found = used_.find(memory);
  free_.emplace(found->second, memory);
  used_.erase(found);
}

void thrust_merge(const ThrustMerge& merge, ThrustMemory& memory) {
  (merge.key_bytes == 4 ? thrust_merge_32 : thrust_merge_64)(merge, memory);
  cuda::check_launch("thrust::merge");
}

}  // namespace texelsort::algorithms
