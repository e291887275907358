#pragma once

#include <algorithm>

#include "compute/algorithms/records/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::records {
namespace {

inline constexpr unsigned threads = 256;
inline constexpr unsigned turned =
    128;  ///< records that a block transposes; 128 records of 32 fields need 16.5 KiB of shared memory

/// Returns the number of blocks: at least 1, because a grid cannot be empty. Kernels check their bounds.
inline unsigned blocks_for(std::uint64_t items, unsigned each) {
  return std::max(1u, cuda::blocks_for(items, each));
}

/// Divides numbers below 2^16 by a constant from 1 to 32, by multiplication.
struct Divider {
  unsigned by, factor;

  explicit Divider(unsigned number)
      : by(number), factor(static_cast<unsigned>(((std::uint64_t{1} << 32) + number - 1) / number)) {}
  __device__ unsigned operator()(unsigned number) const { return by == 1 ? number : __umulhi(number, factor); }
};

/// Returns the words per record in shared memory. The number is odd, so that threads that access a column use 32
/// different banks.
__host__ __device__ constexpr unsigned stride_of(unsigned fields) {
  return fields | 1;
}

/// Source of a gather whose records are all in one array.
struct OneSource {
  Source source;
  __device__ Source of(std::uint64_t) const { return source; }
};

/// Source of a gather whose records are in several arrays, one per rank. Some arrays may be empty.
struct ManySources {
  Source list[most_sources];
  unsigned count;
  __device__ Source of(std::uint64_t number) const {
    unsigned source = 0;
    while (source + 1 < count && list[source + 1].first <= number) ++source;
    return list[source];
  }
};

/// Calls `launch` with a OneSource or a ManySources, depending on the gather's number of sources.
template <typename Launch>
void with_sources(const Gather& call, Launch launch) {
  if (call.sources.empty()) return launch(OneSource{call.from});
  ManySources many{};
  many.count = static_cast<unsigned>(call.sources.size());
  std::ranges::copy(call.sources, many.list);
  launch(many);
}

/// Destination of a gather.
struct Target {
  std::uint32_t* out;
  const std::uint32_t* order;
  std::uint64_t n;
};
inline Target target_of(const Gather& call) {
  return {call.out, call.order, call.n};
}

template <typename Sources>  //: launch gather
__global__ void gather_kernel(const Sources sources, const Target to, unsigned columns, unsigned row_words) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
  if (i >= to.n) return;
  const std::uint64_t number = to.order[i];
  const Source source = sources.of(number);
  for (unsigned column = 0; column < columns; ++column) {
    const std::uint32_t* in = source.words + (column * source.n + number - source.first) * row_words;
    std::uint32_t* out = to.out + (column * to.n + i) * row_words;
    for (unsigned word = 0; word < row_words; ++word) out[word] = in[word];  //: copies
  }
}

/// Gathers rows: adjacent threads copy adjacent parts of the output.
template <typename Part, typename Sources>  //: launch gather by groups
__global__ void group_kernel(const Sources sources, const Target to, unsigned parts) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
  const std::uint64_t record = i / parts;
  if (record >= to.n) return;
  const std::uint64_t number = to.order[record];
  const Source source = sources.of(number);
  const Part* in = reinterpret_cast<const Part*>(source.words) + (number - source.first) * parts;
  reinterpret_cast<Part*>(to.out)[i] = in[i - record * parts];  //: copies
}

template <typename Part>
void launch_groups(const Gather& call) {
  const unsigned parts = call.row_words * sizeof(std::uint32_t) / sizeof(Part);
  with_sources(call, [&]<typename Sources>(const Sources& sources) {
    cuda::launch("gather by groups", {blocks_for(call.n * parts, threads), threads, 0, call.stream},
                 group_kernel<Part, Sources>, sources, target_of(call), parts);
  });
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

template <typename Part, typename Sources>  //: launch gather rows to columns
__global__ void gather_turn_kernel(const Sources sources, const Target to, Divider parts) {
  constexpr unsigned words = sizeof(Part) / sizeof(std::uint32_t);
  std::uint32_t* tile = cuda::dynamic_shared<std::uint32_t>();
  const unsigned fields = parts.by * words, stride = stride_of(fields);
  const std::uint64_t first = std::uint64_t{blockIdx.x} * turned;
  const auto count = static_cast<unsigned>(min(to.n - first, std::uint64_t{turned}));
  for (unsigned i = threadIdx.x; i < count * parts.by; i += threads) {
    const unsigned row = parts(i), part = i - row * parts.by;
    union {
      Part whole;
      std::uint32_t word[words];
    } found;
    const std::uint64_t number = to.order[first + row];
    const Source source = sources.of(number);
    found.whole = reinterpret_cast<const Part*>(source.words)[(number - source.first) * parts.by + part];  //: reads
#pragma unroll
    for (unsigned w = 0; w < words; ++w) tile[row * stride + part * words + w] = found.word[w];
  }
  __syncthreads();
  const unsigned record = threadIdx.x % turned;
  for (unsigned field = threadIdx.x / turned; field < fields; field += threads / turned) {
    if (record < count) to.out[field * to.n + first + record] = tile[record * stride + field];  //: writes
  }
}

template <typename Part>
void launch_gather_turn(const Gather& call) {
  const Divider parts(call.columns * sizeof(std::uint32_t) / sizeof(Part));
  const std::size_t shared = sizeof(std::uint32_t) * turned * stride_of(call.columns);
  with_sources(call, [&]<typename Sources>(const Sources& sources) {
    cuda::launch("gather rows to columns", {blocks_for(call.n, turned), threads, shared, call.stream},
                 gather_turn_kernel<Part, Sources>, sources, target_of(call), parts);
  });
}

__global__ void extract_kernel(const Source rows, unsigned row_words, unsigned key_words, std::uint32_t* keys,
                               std::uint32_t* indices) {  //: launch extract keys
  const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
  if (i >= rows.n) return;
  const std::uint32_t* row = rows.words + i * row_words;
  for (unsigned word = 0; word < key_words; ++word) keys[i * key_words + word] = row[word];  //: copies
  indices[i] = static_cast<std::uint32_t>(rows.first + i);
}

__global__ void number_kernel(std::uint32_t* numbers, std::uint64_t first, std::uint64_t n) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
  if (i < n) numbers[i] = static_cast<std::uint32_t>(first + i);
}

struct Kernels final : Launches {
  void gather(const Gather& call) const override {
    with_sources(call, [&]<typename Sources>(const Sources& sources) {
      cuda::launch("gather", {blocks_for(call.n, threads), threads, 0, call.stream}, gather_kernel<Sources>, sources,
                   target_of(call), call.columns, call.row_words);
    });
  }

  void gather_by_groups(const Gather& call) const override {
    if (call.row_words % 4 == 0) return launch_groups<uint4>(call);
    if (call.row_words % 2 == 0) return launch_groups<uint2>(call);
    launch_groups<std::uint32_t>(call);
  }

  void columns_to_rows(const Gather& call) const override {
    const std::size_t shared = sizeof(std::uint32_t) * turned * stride_of(call.columns);
    cuda::launch("columns to rows", {blocks_for(call.n, turned), threads, shared, call.stream}, turn_kernel,
                 call.from.words, call.out, call.n, Divider(call.columns));
  }

  void gather_rows_to_columns(const Gather& call) const override {
    if (call.columns % 4 == 0) return launch_gather_turn<uint4>(call);
    if (call.columns % 2 == 0) return launch_gather_turn<uint2>(call);
    launch_gather_turn<std::uint32_t>(call);
  }

  void extract_keys(const Source& rows, std::uint32_t row_words, std::uint32_t key_words, std::uint32_t* keys,
                    std::uint32_t* indices, CUstream_st* stream) const override {
    if (rows.n == 0) return;
    cuda::launch("extract keys", {blocks_for(rows.n, threads), threads, 0, stream}, extract_kernel, rows, row_words,
                 key_words, keys, indices);
  }

  void number(std::uint32_t* numbers, std::uint64_t first, std::uint64_t n, CUstream_st* stream) const override {
    if (n == 0) return;
    cuda::launch("numbers of places", {blocks_for(n, threads), threads, 0, stream}, number_kernel, numbers, first, n);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::records
