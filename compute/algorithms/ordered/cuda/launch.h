#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/fielded_keys.h"
#include "compute/algorithms/cuda/launches.h"

/// Launches of the kernels of the ordered sample sort. All pointers are device addresses. Every function throws the
/// errors of cuda::check().
namespace texelsort::algorithms::ordered {

using kernels::KeyOrder;
using kernels::Stream;

using Keys = kernels::FieldedKeys;

/// Shape of the block that sorts the samples of a segment: number of threads, and number of items per thread.
inline constexpr unsigned sample_threads = 1024, sample_items = 15;
inline constexpr std::uint64_t most_samples = std::uint64_t{sample_threads} * sample_items;
inline constexpr unsigned sample_lists = 16;

/// Arguments of one distribution of the keys of every segment among 2^bits buckets.
struct Level {
  unsigned bits = 0;
  unsigned oversampling = 1;
  std::uint64_t segments = 1;
  std::uint64_t most_tiles = 0;  ///< maximum total number of tiles of all segments
  std::uint64_t seed = 0;
  std::uint64_t tile = 0;  ///< number of keys per tile, which tile_keys() returns

  constexpr unsigned buckets() const { return 1u << bits; }
  constexpr unsigned samples() const { return buckets() * oversampling; }
  /// Returns the number of samples per list, if the samples of a segment are sorted in sample_lists lists. Returns 0 if
  /// one block sorts all samples of a segment.
  constexpr unsigned list() const {
    constexpr unsigned few = 1024;
    return segments > 1 || samples() <= few ? 0 : (samples() + sample_lists - 1) / sample_lists;
  }
  std::uint64_t table_elements() const { return most_tiles << bits; }
};

/// Tables of a level of an ordered sample sort. The counts of a segment are adjacent, with one row per bucket and one
/// element per tile.
struct Tables {
  void* splitters = nullptr;                 ///< 2^bits keys per segment, of which the last is the largest key
  std::uint64_t* splitter_places = nullptr;  ///< positions of the splitters in the array, which break ties
  const std::uint64_t* starts = nullptr;     ///< start of each segment in the array
  /// index of the first tile of each segment, and the total number of tiles
  const std::uint64_t* first_tiles = nullptr;
  const std::uint32_t* tile_segments = nullptr;  ///< Segment of every tile. Null if there is only one segment.
  // The following tables exist at all levels except the last.
  std::uint8_t* buckets = nullptr;  ///< bucket of every key within its segment
  std::uint64_t* counts = nullptr;  ///< table_elements() numbers: keys per bucket and tile, later their scan
  // The following tables exist at the last level.
  std::uint32_t* offsets = nullptr;        ///< table_elements() numbers: start of each bucket in its tile
  std::uint64_t* bucket_starts = nullptr;  ///< start of each bucket; the sort of the buckets writes the starts
  std::uint64_t* bucket_sizes = nullptr;
};

struct Launches {
  /// Returns the number of keys per tile. A block distributes one tile at a time.
  virtual std::uint64_t tile_keys(bool fields) const = 0;
  /// Returns the maximum number of keys of a bucket that a block sorts in shared memory. A block sorts a larger bucket
  /// repeatedly in windows.
  virtual std::uint64_t bucket_capacity(data::Comparison comparison, bool fields) const = 0;
  /// Returns the maximum bytes of shared memory per block.
  virtual std::uint64_t shared_bytes(bool fields) const = 0;

  /// Draws the samples of each segment and chooses the splitters. `temporary` has draw_bytes() bytes.
  virtual void draw_splitters(const Keys& keys, const Level& level, const Tables& tables, void* temporary,
                              Stream stream) const = 0;
  virtual std::uint64_t draw_bytes(const Level& level) const = 0;
  /// Finds the bucket of every key, and counts the keys per bucket and tile.
  virtual void count_buckets(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
  /// Orders every tile by bucket, and writes the keys to their buckets.
  virtual void scatter(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
  /// Finds the bucket of every key, and orders every tile by bucket in place. Only for the last level.
  virtual void order_tiles(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
  /// Collects every bucket of the last level from its tiles, and sorts it. The keys move from the input arrays to the
  /// output arrays.
  virtual void sort_buckets(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
};

/// Arguments of the kernel that computes the starts and the tiles of the segments of the next level.
struct Cut {
  std::uint64_t segments = 1;
  std::uint64_t n = 0;
  std::uint64_t tile = 0;
  Tables before;      ///< tables of the level whose buckets become segments, with scanned counts
  unsigned bits = 0;  ///< base-2 logarithm of the number of buckets per segment of that level
  std::uint64_t* starts = nullptr;
  std::uint64_t* sizes = nullptr;
  std::uint64_t* first_tiles = nullptr;
  std::uint32_t* tile_segments = nullptr;
};

struct SegmentLaunches {
  virtual void cut(const Cut& cut, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::ordered
