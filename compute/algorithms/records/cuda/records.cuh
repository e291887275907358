#pragma once
// Kernels: records::Launches, once

#include <algorithm>

#include "compute/algorithms/records/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::records {
namespace {

inline constexpr unsigned threads = 256;
inline constexpr unsigned turned =
    128;  ///< records that a block turns; 128 of 32 fields take 16.5 KiB of shared memory

/// One at the least: there is no grid of none, and kernels test what is theirs.
inline unsigned blocks_for(std::uint64_t items, unsigned each) {
  return std::max(1u, cuda::blocks_for(items, each));
}

/// Divides numbers below 2^16 by one of at most 32 without a division.
struct Divider {
  unsigned by, factor;

  explicit Divider(unsigned number)
      : by(number), factor(static_cast<unsigned>(((std::uint64_t{1} << 32) + number - 1) / number)) {}
  __device__ unsigned operator()(unsigned number) const { return by == 1 ? number : __umulhi(number, factor); }
};

/// A record's words in shared memory begin an odd number of words apart, so that threads that go down a column meet 32
/// different banks.
__host__ __device__ constexpr unsigned stride_of(unsigned fields) {
  return fields | 1;
}

__global__ void gather_kernel(const Gather call) {  //: launch gather
  const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
  if (i >= call.n) return;
  const std::uint64_t from = call.order[i];
  for (unsigned column = 0; column < call.columns; ++column) {
    const std::uint32_t* in = call.in + (column * call.n + from) * call.row_words;
    std::uint32_t* out = call.out + (column * call.n + i) * call.row_words;
    for (unsigned word = 0; word < call.row_words; ++word) out[word] = in[word];  //: copies
  }
}

/// Threads follow each other along the parts of the output.
template <typename Part>  //: launch gather by groups
__global__ void group_kernel(const Part* in, Part* out, const std::uint32_t* order, std::uint64_t n, unsigned parts) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
  const std::uint64_t record = i / parts;
  if (record < n) out[i] = in[std::uint64_t{order[record]} * parts + (i - record * parts)];  //: copies
}

template <typename Part>
void launch_groups(const Gather& call) {
  const unsigned parts = call.row_words * sizeof(std::uint32_t) / sizeof(Part);
  cuda::launch("gather by groups", {blocks_for(call.n * parts, threads), threads, 0, call.stream}, group_kernel<Part>,
               reinterpret_cast<const Part*>(call.in), reinterpret_cast<Part*>(call.out), call.order, call.n, parts);
}

__global__ void turn_kernel(const std::uint32_t* in, std::uint32_t* out, std::uint64_t n, Divider fields) {
  std::uint32_t* tile = cuda::dynamic_shared<std::uint32_t>();  //: launch columns to rows
  const unsigned stride = stride_of(fields.by);
  const std::uint64_t first = std::uint64_t{blockIdx.x} * turned;
  const auto count = static_cast<unsigned>(min(n - first, std::uint64_t{turned}));
  const unsigned record = threadIdx.x % turned;
  for (unsigned field = threadIdx.x / turned; field < fields.by; field += threads / turned) {
    if (record < count) tile[record * stride + field] = in[field * n + first + record];  //: reads
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < count * fields.by; i += threads) {
    const unsigned row = fields(i);
    out[first * fields.by + i] = tile[row * stride + (i - row * fields.by)];  //: writes
  }
}

template <typename Part>  //: launch gather rows to columns
__global__ void gather_turn_kernel(const Part* in, std::uint32_t* out, const std::uint32_t* order, std::uint64_t n,
                                   Divider parts) {
  constexpr unsigned words = sizeof(Part) / sizeof(std::uint32_t);
  std::uint32_t* tile = cuda::dynamic_shared<std::uint32_t>();
  const unsigned fields = parts.by * words, stride = stride_of(fields);
  const std::uint64_t first = std::uint64_t{blockIdx.x} * turned;
  const auto count = static_cast<unsigned>(min(n - first, std::uint64_t{turned}));
  for (unsigned i = threadIdx.x; i < count * parts.by; i += threads) {
    const unsigned row = parts(i), part = i - row * parts.by;
    union {
      Part whole;
      std::uint32_t word[words];
    } found;
    found.whole = in[std::uint64_t{order[first + row]} * parts.by + part];  //: reads
#pragma unroll
    for (unsigned w = 0; w < words; ++w) tile[row * stride + part * words + w] = found.word[w];
  }
  __syncthreads();
  const unsigned record = threadIdx.x % turned;
  for (unsigned field = threadIdx.x / turned; field < fields; field += threads / turned) {
    if (record < count) out[field * n + first + record] = tile[record * stride + field];  //: writes
  }
}

template <typename Part>
void launch_gather_turn(const Gather& call) {
  const Divider parts(call.columns * sizeof(std::uint32_t) / sizeof(Part));
  const std::size_t shared = sizeof(std::uint32_t) * turned * stride_of(call.columns);
  cuda::launch("gather rows to columns", {blocks_for(call.n, turned), threads, shared, call.stream},
               gather_turn_kernel<Part>, reinterpret_cast<const Part*>(call.in), call.out, call.order, call.n, parts);
}

__global__ void extract_kernel(const std::uint32_t* rows, std::uint64_t n, unsigned row_words, unsigned key_words,
                               std::uint32_t* keys, std::uint32_t* indices) {  //: launch extract keys
  const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
  if (i >= n) return;
  for (unsigned word = 0; word < key_words; ++word) keys[i * key_words + word] = rows[i * row_words + word];  //: copies
  indices[i] = static_cast<std::uint32_t>(i);
}

struct Kernels final : Launches {
  void gather(const Gather& call) const override {
    cuda::launch("gather", {blocks_for(call.n, threads), threads, 0, call.stream}, gather_kernel, call);
  }

  void gather_by_groups(const Gather& call) const override {
    if (call.row_words % 4 == 0) return launch_groups<uint4>(call);
    if (call.row_words % 2 == 0) return launch_groups<uint2>(call);
    launch_groups<std::uint32_t>(call);
  }

  void columns_to_rows(const Gather& call) const override {
    const std::size_t shared = sizeof(std::uint32_t) * turned * stride_of(call.columns);
    cuda::launch("columns to rows", {blocks_for(call.n, turned), threads, shared, call.stream}, turn_kernel, call.in,
                 call.out, call.n, Divider(call.columns));
  }

  void gather_rows_to_columns(const Gather& call) const override {
    if (call.columns % 4 == 0) return launch_gather_turn<uint4>(call);
    if (call.columns % 2 == 0) return launch_gather_turn<uint2>(call);
    launch_gather_turn<std::uint32_t>(call);
  }

  void extract_keys(const std::uint32_t* rows, std::uint64_t n, std::uint32_t row_words, std::uint32_t key_words,
                    std::uint32_t* keys, std::uint32_t* indices, CUstream_st* stream) const override {
    if (n == 0) return;
    cuda::launch("extract keys", {blocks_for(n, threads), threads, 0, stream}, extract_kernel, rows, n, row_words,
                 key_words, keys, indices);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::records
