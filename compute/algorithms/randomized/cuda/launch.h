#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/randomized/layout.h"

/// Launches of the kernels of GPU Sample Sort (Leischner, GPU algorithms for comparison-based sorting, 2010, section
/// 6). Pointers are the device's; places in the arrays have 32 bits. Every function throws what cuda::check() throws.
namespace texelsort::algorithms::randomized::device {

using kernels::Arrays;
using kernels::FieldArrays;
using kernels::Stream;

/// One k-way distribution: the tables are those of algorithms::randomized, each on the device.
struct Distribution {
  std::uint32_t k = 0, log2_k = 0, a = 0;
  std::uint32_t seed = 0;
  std::uint32_t threads = 0;                ///< of a block; a multiple of 32
  std::uint32_t counters = 0, columns = 0;  ///< of a bucket and block, when counting and when scattering
  std::uint32_t parent_count = 0, tile_count = 0;
  const randomized::Parent* parents = nullptr;
  const randomized::Tile* tiles = nullptr;
  void* splitters = nullptr;  ///< keys, k a parent; the last of each is the largest code's
  std::uint32_t *table = nullptr, *starts = nullptr, *sizes = nullptr;
  randomized::FoundBucket* found = nullptr;  ///< the same as starts and sizes, for the host
};

/// Bytes of shared memory of a block that counts or scatters.
constexpr std::uint64_t count_shared_bytes(std::uint64_t k, std::uint64_t counters, std::uint64_t key_bytes) {
  return k * (2 * key_bytes + counters * sizeof(std::uint32_t));
}

/// What a kernel that takes all steps holds: the sample, then its counters and a place for each column.
constexpr std::uint64_t distribute_shared_bytes(std::uint64_t k, std::uint64_t a, std::uint64_t counters,
                                                std::uint64_t columns, std::uint64_t key_bytes) {
  const std::uint64_t sample = k * a * key_bytes;
  const std::uint64_t counting = count_shared_bytes(k, counters, key_bytes) + k * columns * sizeof(std::uint32_t);
  return sample > counting ? sample : counting;
}

/// How a block sorts a bucket; see kernels::QuickSettings.
struct BucketSort {
  const randomized::Bucket* buckets = nullptr;
  std::uint32_t count = 0;
  std::uint32_t threads = 0, small = 0, depth = 0;
  std::uint64_t seed = 0;
};

/// Keys that the network of quicksort() has room for.
inline constexpr std::uint32_t most_small = 2048;

struct Launches {
  /// ListStep 1: a block a parent draws k a keys of it, sorts them and keeps every a-th.
  virtual void splitters(const Arrays& arrays, const Distribution& level, Stream stream) const = 0;
  /// ListStep 2: a block a tile counts how many of its keys go into each bucket.
  virtual void count(const Arrays& arrays, const Distribution& level, Stream stream) const = 0;
  /// ListStep 3, after the scan.
  virtual void buckets(const Arrays& arrays, const Distribution& level, Stream stream) const = 0;
  /// ListStep 4: a block a tile finds every key's bucket again and puts it at the next place of its column in that
  /// bucket. Here and below the `fields` of records move with their keys, if there are any.
  virtual void scatter(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
                       Stream stream) const = 0;
  /// All four steps, a block a parent, which has one tile.
  virtual void distribute(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
                          Stream stream) const = 0;
  /// Copies tiles to the same places of the other array.
  virtual void move(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
                    Stream stream) const = 0;
  /// Sorts buckets in place, a block each, by quicksort and then odd-even merge sort in shared memory; `arrays` goes
  /// from the array in which they stand to a spare one, which is written too. With fields the payload is nobody's: it
  /// holds places that keys come from until their records have followed.
  virtual void quicksort(const Arrays& arrays, const FieldArrays& fields, const BucketSort& sort,
                         Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::randomized::device
