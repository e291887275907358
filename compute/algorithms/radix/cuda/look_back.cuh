#pragma once

#include <cstdint>

#include "compute/cuda/kernel.h"

/// Decoupled look-back (Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002). A
/// tile computes the number of keys of each digit before it from the published counts and sums of the tiles before it.
namespace texelsort::algorithms::radix {
namespace {

/// A tile's status word for one digit value: empty, the tile's count, or the sum including all tiles before it. State
/// and number share one word, so that their writes cannot be reordered.
struct Status {
  static constexpr unsigned counted = 1u << 30, summed = 2u << 30, number = (1u << 30) - 1;
};

/// One thread's walk back over the previous tiles, for the digit value equal to the thread's number.
struct LookBack {
  /// Number of status words read at once. Reads come from the L2 cache. Waiting for them one after another would
  /// dominate a tile's time.
  static constexpr unsigned window = 4;

  static constexpr std::int64_t none = -1;

  const unsigned* words;  ///< status words of this digit value, `stride` words apart for consecutive tiles
  unsigned stride;
  std::int64_t next;  ///< number of the next tile to read
  unsigned sum = 0;   ///< sum of the counts of the tiles read

  __device__ bool done() const { return next < 0; }

  /// Walks back until the sum is known, or until `look_back_reads` reads of the next tile have found no count.
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

  /// Adds the next tile's `count` of this digit value to the sum.
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
