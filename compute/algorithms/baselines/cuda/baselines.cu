#include <algorithm>
#include <cub/version.cuh>
#include <string>

#include <cuda_runtime_api.h>
#include <thrust/version.h>

#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/cuda/error.h"
#include "compute/data/keys/code_masks.h"

#if __has_include(<cuda/version>)
#include <cuda/version>
#endif

namespace texelsort::algorithms {
namespace {

constexpr unsigned threads = 256;

template <typename Code, bool encode>
__global__ void map_kernel(Code* keys, std::uint64_t n, data::CodeMasks<Code> masks) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    keys[i] = encode ? masks.encode(keys[i]) : masks.decode(keys[i]);
  }
}

template <typename Code, bool encode>
void launch_map(void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream) {
  // Maximum number of blocks, enough for any device. Each thread processes several keys in a grid-stride loop.
  constexpr std::uint64_t most_blocks = 1u << 16;
  const std::uint64_t blocks = std::min((n + threads - 1) / threads, most_blocks);
  if (blocks == 0) return;
  map_kernel<Code, encode><<<static_cast<unsigned>(blocks), threads, 0, stream>>>(static_cast<Code*>(keys), n,
                                                                                  data::code_masks<Code>(type, order));
  cuda::check_launch("map_keys");
}

/// Returns a library's version as text, from CUB's and Thrust's MMMmmmpp (100 patches) or MMMmmmppp (1,000 patches).
std::string text(unsigned number, unsigned patches) {
  return std::to_string(number / (1000 * patches)) + "." + std::to_string(number / patches % 1000) + "." +
         std::to_string(number % patches);
}

}  // namespace

void map_keys(bool encode, void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream) {
  if (data::key_bytes(type) == 4) {
    (encode ? launch_map<std::uint32_t, true> : launch_map<std::uint32_t, false>)(keys, n, type, order, stream);
  } else {
    (encode ? launch_map<std::uint64_t, true> : launch_map<std::uint64_t, false>)(keys, n, type, order, stream);
  }
}

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

std::string cub_version() {
  return text(CUB_VERSION, 100);
}
std::string thrust_version() {
  return text(THRUST_VERSION, 100);
}
std::string cccl_version() {
#ifdef CCCL_VERSION
  return text(CCCL_VERSION, 1000);
#else
  return cub_version();  // before CUDA 12.3, CUB and Thrust have separate version numbers
#endif
}

}  // namespace texelsort::algorithms
