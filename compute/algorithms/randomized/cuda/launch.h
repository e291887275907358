#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/randomized/layout.h"

/// Launches of the kernels of GPU Sample Sort (Leischner, GPU algorithms for comparison-based sorting, 2010, section
/// 6). All pointers are device addresses. Positions in arrays have 32 bits. Every function throws the errors of
/// cuda::check().
namespace texelsort::algorithms::randomized::device {

using kernels::Arrays;
using kernels::FieldArrays;
using kernels::Stream;

/// Arguments of one k-way distribution: its parameters, and the device addresses of its tables (see
/// algorithms::randomized).
struct Distribution {
  std::uint32_t k = 0, log2_k = 0, a = 0;
  std::uint32_t seed = 0;
  std::uint32_t threads = 0;  ///< number of threads per block, a multiple of 32
  /// number of counters per bucket and block in step 2 (counters) and in step 4 (columns)
  std::uint32_t counters = 0, columns = 0;
  std::uint32_t parent_count = 0, tile_count = 0;
  const randomized::Parent* parents = nullptr;
  const randomized::Tile* tiles = nullptr;
  void* splitters = nullptr;  ///< k keys per parent, of which the last is the largest encoded key
  std::uint32_t *table = nullptr, *starts = nullptr, *sizes = nullptr;
  randomized::FoundBucket* found = nullptr;  ///< contents of `starts` and `sizes` in the form that the host reads
};

/// Returns the bytes of shared memory of a block that counts or scatters keys.
constexpr std::uint64_t count_shared_bytes(std::uint64_t k, std::uint64_t counters, std::uint64_t key_bytes) {
  return k * (2 * key_bytes + counters * sizeof(std::uint32_t));
}

/// Returns the bytes of shared memory of a kernel that executes all four steps. The kernel first stores the sample.
/// Counters, and one position per column, reuse the memory.
constexpr std::uint64_t distribute_shared_bytes(std::uint64_t k, std::uint64_t a, std::uint64_t counters,
                                                std::uint64_t columns, std::uint64_t key_bytes) {
  const std::uint64_t sample = k * a * key_bytes;
  const std::uint64_t counting = count_shared_bytes(k, counters, key_bytes) + k * columns * sizeof(std::uint32_t);
  return sample > counting ? sample : counting;
}

/// Arguments of a sort of buckets, with one block per bucket; see kernels::QuickSettings.
struct BucketSort {
  const randomized::Bucket* buckets = nullptr;
  std::uint32_t count = 0;
  std::uint32_t threads = 0, small = 0, depth = 0;
  std::uint64_t seed = 0;
};

/// Maximum number of keys that the sorting network of quicksort() can sort.
inline constexpr std::uint32_t most_small = 2048;

struct Launches {
  /// Executes step 1: one block per parent draws k a of the parent's keys, sorts them and selects every a-th key as a
  /// splitter.
  virtual void splitters(const Arrays& arrays, const Distribution& level, Stream stream) const = 0;
  /// Executes step 2: one block per tile counts the tile's keys that belong to each bucket.
  virtual void count(const Arrays& arrays, const Distribution& level, Stream stream) const = 0;
  /// Executes step 3 after the scan: computes the start and size of each bucket.
  virtual void buckets(const Arrays& arrays, const Distribution& level, Stream stream) const = 0;
  /// Executes step 4: one block per tile finds the bucket of each key again, and writes the key to the next position of
  /// its column in the bucket. In scatter(), distribute(), move() and quicksort(), the `fields` of records move with
  /// their keys, if there are records.
  virtual void scatter(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
                       Stream stream) const = 0;
  /// Executes all four steps with one block per parent, for levels whose parents are one tile each.
  virtual void distribute(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
                          Stream stream) const = 0;
  /// Copies tiles to the same positions of the other array.
  virtual void move(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
                    Stream stream) const = 0;
  /// Sorts buckets in place, with one block per bucket, by quicksort and then odd-even merge sort in shared memory. The
  /// input of `arrays` is the array with the keys. The output of `arrays` is scratch memory. With fields, the payload
  /// array is also scratch memory, which stores the original positions of keys until their records have followed.
  virtual void quicksort(const Arrays& arrays, const FieldArrays& fields, const BucketSort& sort,
                         Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::randomized::device
