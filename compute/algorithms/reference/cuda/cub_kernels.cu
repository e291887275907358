#include <algorithm>

#include "compute/algorithms/reference/cuda/cub_kernels.h"
#include "compute/algorithms/reference/cuda/cub_width.cuh"
#include "compute/cuda/error.h"
#include "compute/data/code_masks.h"

namespace texelsort::algorithms {
namespace {

constexpr unsigned threads = 256;

template <typename Code, bool encode>
__global__ void map_keys(Code* keys, std::uint64_t n, data::CodeMasks<Code> masks) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    keys[i] = encode ? masks.encode(keys[i]) : masks.decode(keys[i]);
  }
}

template <typename Code, bool encode>
void launch_map(void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream) {
  // Enough threads for any device; they go on in steps.
  constexpr std::uint64_t most_blocks = 1u << 16;
  const std::uint64_t blocks = std::min((n + threads - 1) / threads, most_blocks);
  if (blocks == 0) return;
  map_keys<Code, encode><<<static_cast<unsigned>(blocks), threads, 0, stream>>>(static_cast<Code*>(keys), n,
                                                                                data::code_masks<Code>(type, order));
  cuda::check_launch(encode ? "encode_keys" : "decode_keys");
}

template <bool encode>
void map_by_width(void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream) {
  if (data::key_bytes(type) == 4) {
    launch_map<Words, encode>(keys, n, type, order, stream);
  } else {
    launch_map<LongWords, encode>(keys, n, type, order, stream);
  }
}

void merge_sort_as_ordered(const CubMerge& sort, std::size_t& bytes) {
  with_compared_type(sort.order, [&]<typename As>(As) { merge_sort<As>(sort, bytes); });
}

}  // namespace

extern template unsigned radix_sort<Words>(const CubSort&, std::size_t&);
extern template unsigned radix_sort<LongWords>(const CubSort&, std::size_t&);

void encode_keys(void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream) {
  map_by_width<true>(keys, n, type, order, stream);
}

void decode_keys(void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream) {
  map_by_width<false>(keys, n, type, order, stream);
}

unsigned cub_radix_sort(const CubSort& sort) {
  std::size_t bytes = sort.temporary_bytes;
  return sort.key_bytes == 4 ? radix_sort<Words>(sort, bytes) : radix_sort<LongWords>(sort, bytes);
}

std::size_t cub_radix_bytes(unsigned key_bytes, unsigned payload_bytes, std::uint64_t n) {
  std::size_t bytes = 0;
  const CubSort sort{.key_bytes = key_bytes, .payload_bytes = payload_bytes, .n = n};
  key_bytes == 4 ? radix_sort<Words>(sort, bytes) : radix_sort<LongWords>(sort, bytes);
  return bytes;
}

void cub_merge_sort(const CubMerge& sort) {
  std::size_t bytes = sort.arrays.temporary_bytes;
  merge_sort_as_ordered(sort, bytes);
}

std::size_t cub_merge_bytes(const CubMerge& sort) {
  std::size_t bytes = 0;
  CubMerge asked = sort;
  asked.arrays.temporary = nullptr;
  merge_sort_as_ordered(asked, bytes);
  return bytes;
}

}  // namespace texelsort::algorithms
