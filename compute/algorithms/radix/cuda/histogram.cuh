#pragma once

#include "compute/algorithms/radix/cuda/dispatch.cuh"
#include "compute/cuda/kernel.h"

/// Functions and types that count the digits of all keys, with counters in shared memory.
namespace texelsort::algorithms::radix {
namespace {

inline constexpr unsigned count_threads = 512;
inline constexpr unsigned vectors = 4;  ///< 16-byte vectors that a thread loads in parallel

/// Keys of one thread. Adjacent vectors of the array belong to adjacent threads.
template <typename Word>
struct Chunk {
  static constexpr unsigned of_vector = sizeof(uint4) / sizeof(Word), size = vectors * of_vector;
  union {
    uint4 words[vectors];
    Word codes[size];
  };

  /// Loads this thread's keys of the block's keys, which start at `in`. `in` must be aligned to 16 bytes.
  static __device__ Chunk load(const Word* in, const data::CodeMasks<Word>& code) {
    const uint4* words = reinterpret_cast<const uint4*>(in) + threadIdx.x;
    Chunk chunk;
#pragma unroll
    for (unsigned i = 0; i < vectors; ++i) chunk.words[i] = words[i * count_threads];
#pragma unroll
    for (unsigned i = 0; i < size; ++i) chunk.codes[i] = code.encode(chunk.codes[i]);
    return chunk;
  }
};

/// Number of keys that a block loads at a time.
template <typename Word>
inline constexpr std::uint64_t block_keys = std::uint64_t{count_threads} * Chunk<Word>::size;

/// Consecutive digits of `bits` bits each. The first digit starts at bit `shift`.
struct DigitRow {
  unsigned shift, bits, digits;

  __device__ Digit operator[](unsigned i) const { return {shift + i * bits, bits}; }
  __device__ unsigned values() const { return digits << bits; }
};

/// Counters of a block. With several copies, lanes with the same digit add to different words, and lanes with different
/// digits use different banks. Additions to one word or bank would be serialised.
template <unsigned Copies>
struct BlockCounters {
  unsigned* counts;

  __device__ void clear(const DigitRow& row) {
    for (unsigned i = threadIdx.x; i < row.values() * Copies; i += count_threads) counts[i] = 0;
  }

  /// Adds a chunk's digits to the counters. Adds once if all its keys have equal digits, as in sorted input.
  template <typename Word>
  __device__ void add(const Chunk<Word>& chunk, const DigitRow& row) {
    Word differing = 0;
#pragma unroll
    for (unsigned i = 1; i < chunk.size; ++i) differing |= chunk.codes[i] ^ chunk.codes[0];
    unsigned* of_digit = counts + threadIdx.x % Copies;
    for (unsigned d = 0; d < row.digits; ++d, of_digit += Copies << row.bits) {
      const Digit digit = row[d];
      if (digit.of(differing) == 0) {
        atomicAdd(&of_digit[digit.of(chunk.codes[0]) * Copies], chunk.size);
      } else {
#pragma unroll
        for (unsigned i = 0; i < chunk.size; ++i) atomicAdd(&of_digit[digit.of(chunk.codes[i]) * Copies], 1u);
      }
    }
  }

  /// Adds the digits of one key to the counters.
  template <typename Word>
  __device__ void add(Word code, const DigitRow& row) {
    for (unsigned d = 0; d < row.digits; ++d) {
      atomicAdd(&counts[((d << row.bits) + row[d].of(code)) * Copies + threadIdx.x % Copies], 1u);
    }
  }

  /// Adds the counts of the block to the array's counts, `bins`.
  __device__ void tell(const DigitRow& row, unsigned long long* bins) const {
    for (unsigned i = threadIdx.x; i < row.values(); i += count_threads) {
      unsigned sum = 0;
      // Each lane starts with a different copy, so that no two lanes access the same bank.
#pragma unroll
      for (unsigned copy = 0; copy < Copies; ++copy) sum += counts[i * Copies + (copy + threadIdx.x) % Copies];
      if (sum > 0) atomicAdd(bins + i, static_cast<unsigned long long>(sum));
    }
  }
};

/// Observations of one thread about the keys, which are combined to the survey of the array (KeySurvey).
template <typename Word>
struct Survey {
  Word first;  ///< the array's first key, encoded
  Word differing = 0;
  bool falls = false, stays = false, rises = false;

  /// Observes a single encoded key, or a key and its successor in the array.
  __device__ void see(Word code) { differing |= code ^ first; }
  __device__ void see(Word code, Word next) {
    see(code);
    falls |= next < code;
    stays |= next == code;
    rises |= next > code;
  }

  /// Observes a chunk. find_next(v, next), called by a warp's last lane, finds the key after vector v, if any. Does not
  /// compare adjacent keys if the warp's keys have fallen and risen before, because they need a sort in any case.
  template <typename FindNext>
  __device__ void see(const Chunk<Word>& chunk, const FindNext& find_next) {
    if (__all_sync(kernels::every_lane, falls && rises)) {
#pragma unroll
      for (unsigned i = 0; i < Chunk<Word>::size; ++i) see(chunk.codes[i]);
      return;
    }
    constexpr unsigned each = Chunk<Word>::of_vector;
    const unsigned lane = threadIdx.x % kernels::warp_lanes;
#pragma unroll
    for (unsigned v = 0; v < vectors; ++v) {
      const Word* codes = chunk.codes + v * each;
#pragma unroll
      for (unsigned i = 0; i + 1 < each; ++i) see(codes[i], codes[i + 1]);
      Word next = __shfl_sync(kernels::every_lane, codes[0], (lane + 1) % kernels::warp_lanes);
      if (lane < kernels::warp_lanes - 1 || find_next(v, next)) {
        see(codes[each - 1], next);
      } else {
        see(codes[each - 1]);
      }
    }
  }

  /// Adds the contributions of all threads of the block to the survey of the array.
  __device__ void tell(KeySurvey& found, unsigned long long* words) {
    constexpr unsigned lanes = kernels::warp_lanes;
    for (unsigned step = lanes / 2; step > 0; step /= 2) {
      differing |= __shfl_xor_sync(kernels::every_lane, differing, step);
    }
    if (threadIdx.x % lanes == 0) words[threadIdx.x / lanes] = differing;
    const bool any_falls = __syncthreads_or(falls), any_stays = __syncthreads_or(stays);
    const bool any_rises = __syncthreads_or(rises);
    if (threadIdx.x > 0) return;
    unsigned long long all = 0;
    for (unsigned w = 0; w < count_threads / lanes; ++w) all |= words[w];
    if (all != 0) atomicOr(&found.differing, all);
    // Sets a flag. Reads it first, because atomic writes of many blocks to one flag would be slow.
    const auto set = [](unsigned* flag) {
      if (cuda::load_relaxed(flag) == 0) atomicOr(flag, 1u);
    };
    if (any_falls) set(&found.falls);
    if (any_stays) set(&found.stays);
    if (any_rises) set(&found.rises);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
