#pragma once

#include "compute/algorithms/radix/cuda/dispatch.cuh"
#include "compute/cuda/kernel.h"

/// Counting the digits of a stretch of the array in shared memory.
namespace texelsort::algorithms::radix {
namespace {

inline constexpr unsigned count_threads = 512;
inline constexpr unsigned vectors = 4;  ///< of 16 bytes, a thread's at a time: loads that do not wait for each other

/// A thread's keys, of which neighbours in the array are neighbours in the block.
template <typename Word>
struct Chunk {
  static constexpr unsigned size = vectors * sizeof(uint4) / sizeof(Word);
  union {
    uint4 words[vectors];
    Word codes[size];
  };
};

/// Digits of one width beside each other, the first at bit `shift`.
struct DigitRow {
  unsigned shift, bits, digits;

  __device__ Digit operator[](unsigned i) const { return {shift + i * bits, bits}; }
};

/// Adds a chunk's digits. One addition where all of them have the same digit, as in sorted input: additions to one
/// word follow each other.
template <typename Word>
__device__ void add(const Chunk<Word>& chunk, const DigitRow& row, unsigned* counts) {
  Word differing = 0;
#pragma unroll
  for (unsigned i = 1; i < chunk.size; ++i) differing |= chunk.codes[i] ^ chunk.codes[0];
  for (unsigned d = 0; d < row.digits; ++d, counts += 1u << row.bits) {
    const Digit digit = row[d];
    if (digit.of(differing) == 0) {
      atomicAdd(&counts[digit.of(chunk.codes[0])], chunk.size);
    } else {
#pragma unroll
      for (unsigned i = 0; i < chunk.size; ++i) atomicAdd(&counts[digit.of(chunk.codes[i])], 1u);
    }
  }
}

/// Keys that a block of `count_threads` counts at a time.
template <typename Word>
inline constexpr std::uint64_t block_keys = std::uint64_t{count_threads} * Chunk<Word>::size;

/// Adds the digits of block_keys keys to the block's counts. `in` is aligned to 16 bytes.
template <typename Word>
__device__ void count_block(const Word* in, const data::CodeMasks<Word>& code, const DigitRow& row, unsigned* counts) {
  const uint4* words = reinterpret_cast<const uint4*>(in) + threadIdx.x;
  Chunk<Word> chunk;
#pragma unroll
  for (unsigned i = 0; i < vectors; ++i) chunk.words[i] = words[i * count_threads];
#pragma unroll
  for (unsigned i = 0; i < chunk.size; ++i) chunk.codes[i] = code.encode(chunk.codes[i]);
  add(chunk, row, counts);
}

/// The same for fewer keys.
template <typename Word>
__device__ void count_rest(const Word* in, std::uint64_t n, const data::CodeMasks<Word>& code, const DigitRow& row,
                           unsigned* counts) {
  for (std::uint64_t i = threadIdx.x; i < n; i += count_threads) {
    const Word key = code.encode(in[i]);
    for (unsigned d = 0; d < row.digits; ++d) atomicAdd(&counts[(d << row.bits) + row[d].of(key)], 1u);
  }
}

}  // namespace
}  // namespace texelsort::algorithms::radix
