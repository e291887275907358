#pragma once

#include <cstdint>

#include "compute/cuda/kernel.h"

/// Decoupled look-back (Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002): a
/// tile learns how many keys of each digit stand before it from the tiles before it, as far as they have got.
namespace texelsort::algorithms::radix {
namespace {

/// A tile's word for one digit: nothing yet, the tile's own count, or that and all before it. One word holds state and
/// number, so that no order of two writes matters.
struct Status {
  static constexpr unsigned counted = 1u << 30, summed = 2u << 30, number = (1u << 30) - 1;
};

/// One thread's walk back over the tiles, for the digit of its number.
struct LookBack {
  /// Words read at once: they come from the L2 cache, and waiting for one after the other would be what a tile does
  /// most of its time.
  static constexpr unsigned window = 4;

  static constexpr std::int64_t none = -1;

  const unsigned* words;  ///< of this digit: a tile's is `stride` words after the one of the tile before
  unsigned stride;
  std::int64_t next;  ///< the tile to be asked
  unsigned sum = 0;   ///< of the tiles asked

  __device__ bool done() const { return next < 0; }

  /// Goes back until all is known or `look_back_reads` reads have found the next tile without its count.
  __device__ void walk(unsigned look_back_reads) {
    for (unsigned waited = 0; !done() && waited <= look_back_reads;) {
      unsigned found[window];
#pragma unroll
      for (unsigned i = 0; i < window; ++i) {
        found[i] = next >= i ? cuda::load_relaxed(words + (next - i) * stride) : Status::summed;
      }
      const std::int64_t before = next;
#pragma unroll
      for (unsigned i = 0; i < window; ++i) {
        if (next != before - i) break;
        take(found[i]);
      }
      if (next == before) ++waited;
    }
  }

  /// The next tile has `count` keys of this digit.
  __device__ void add(unsigned count) {
    sum += count;
    --next;
  }

 private:
  __device__ void take(unsigned word) {
    if (word & Status::summed) {
      sum += word & Status::number;
      next = none;
    } else if (word & Status::counted) {
      add(word & Status::number);
    }
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
