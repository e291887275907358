#pragma once

#include <cstdint>

#include "compute/cuda/kernel.h"

/// Decoupled look-back (Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002): a
/// tile sums the keys of each digit in all preceding tiles from the counts and sums that these tiles publish.
namespace texelsort::algorithms::radix {
namespace {

/// Status word of a tile for one digit value: empty, the tile's count, or the sum including all preceding tiles. State
/// and number share one word, so that no order of two writes matters.
struct Status {
  static constexpr unsigned counted = 1u << 30, summed = 2u << 30, number = (1u << 30) - 1;
};

/// State of a thread while it walks back over the preceding tiles. Its digit value is the thread's number.
struct LookBack {
  /// Status words that a thread reads at once from the L2 cache. Waiting for one read after another would dominate a
  /// tile's time.
  static constexpr unsigned window = 4;

  static constexpr std::int64_t none = -1;

  const unsigned* words;  ///< status words of this digit value, `stride` words apart for adjacent tiles
  unsigned stride;
  std::int64_t next;  ///< index of the next tile to read
  unsigned sum = 0;   ///< sum of the counts of all tiles read so far

  __device__ bool done() const { return next < 0; }

  /// Walks back until the sum is complete, or until more than `look_back_reads` reads of the next tile found no count.
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

  /// Adds `count`, the number of the next tile's keys with this digit value. Then goes on to the tile before.
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
