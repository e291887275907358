#include <cuda_runtime_api.h>

#include "compute/algorithms/reference/cuda/cub_width.cuh"
#include "compute/algorithms/reference/cuda/thrust_merge.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

/// What the files of keys of each type define.
template <typename As>
void merge_as(const ThrustMerge& merge, ThrustMemory& memory);

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
  with_compared_type(merge.order, [&]<typename As>(As) { merge_as<As>(merge, memory); });
  cuda::check_launch("thrust::merge");
}

}  // namespace texelsort::algorithms
