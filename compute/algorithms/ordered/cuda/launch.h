#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/fielded_keys.h"
#include "compute/algorithms/cuda/launches.h"

/// Launches of the kernels of the ordered sample sort: all that the host has to say to them. Pointers are the device's.
/// Every function throws what cuda::check() throws.
namespace texelsort::algorithms::ordered {

using kernels::KeyOrder;
using kernels::Stream;

using Keys = kernels::FieldedKeys;

/// One block sorts the samples of a segment: its threads, and the items of each.
inline constexpr unsigned sample_threads = 1024, sample_items = 15;
inline constexpr std::uint64_t most_samples = std::uint64_t{sample_threads} * sample_items;
inline constexpr unsigned sample_lists = 16;

/// One distribution of every segment among 2^bits buckets. `starts` has the segments' first places, and n.
struct Level {
  unsigned bits = 0;
  unsigned oversampling = 1;
  std::uint64_t segments = 1;
  std::uint64_t most_tiles = 0;  ///< of all segments
  std::uint64_t seed = 0;
  std::uint64_t tile = 0;  ///< tile_keys()

  constexpr unsigned buckets() const { return 1u << bits; }
  constexpr unsigned samples() const { return buckets() * oversampling; }
  /// Samples of one of sample_lists lists; 0: a block sorts those of a segment.
  constexpr unsigned list() const {
    constexpr unsigned few = 1024;
    return segments > 1 || samples() <= few ? 0 : (samples() + sample_lists - 1) / sample_lists;
  }
  std::uint64_t table_elements() const { return most_tiles << bits; }
};

/// What a level knows. A segment's counts stand together, a row for each bucket with an element for each of its tiles.
struct Tables {
  void* splitters = nullptr;                     ///< keys; 2^bits of every segment, the last stands for the largest
  std::uint64_t* splitter_places = nullptr;      ///< in the array; equal keys are told apart by them
  const std::uint64_t* starts = nullptr;         ///< of segments
  const std::uint64_t* first_tiles = nullptr;    ///< of segments, and their number
  const std::uint32_t* tile_segments = nullptr;  ///< of every tile; null: there is one segment
  // All levels but the last have these:
  std::uint8_t* buckets = nullptr;  ///< of every key
  std::uint64_t* counts = nullptr;  ///< table_elements()
  // The last level has these:
  std::uint32_t* offsets = nullptr;        ///< table_elements(), as counts: where in its tile each bucket begins
  std::uint64_t* bucket_starts = nullptr;  ///< of all buckets; what sorts them tells
  std::uint64_t* bucket_sizes = nullptr;
};

struct Launches {
  /// Keys of a tile, which a block distributes at a time.
  virtual std::uint64_t tile_keys(bool fields) const = 0;
  /// Keys of a bucket that a block sorts in shared memory; larger ones are sorted in windows, again and again.
  virtual std::uint64_t bucket_capacity(data::Comparison comparison, bool fields) const = 0;
  /// Bytes of shared memory that a block takes at the most.
  virtual std::uint64_t shared_bytes(bool fields) const = 0;

  /// `temporary` has draw_bytes().
  virtual void draw_splitters(const Keys& keys, const Level& level, const Tables& tables, void* temporary,
                              Stream stream) const = 0;
  virtual std::uint64_t draw_bytes(const Level& level) const = 0;
  /// Finds every key's bucket and counts the buckets of every tile.
  virtual void count_buckets(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
  /// Puts every tile in order by bucket, and writes it there.
  virtual void scatter(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
  /// The last level: finds every key's bucket, and puts every tile in order by bucket where it stands.
  virtual void order_tiles(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
  /// Collects every bucket of the last level from its tiles and sorts it, from one side to the other.
  virtual void sort_buckets(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const = 0;
};

/// Segments of the next level: where they start, and which tiles they have.
struct Cut {
  std::uint64_t segments = 1;
  std::uint64_t n = 0;
  std::uint64_t tile = 0;
  Tables before;      ///< of the level whose buckets they are, with its counts scanned
  unsigned bits = 0;  ///< of that level
  std::uint64_t* starts = nullptr;
  std::uint64_t* sizes = nullptr;
  std::uint64_t* first_tiles = nullptr;
  std::uint32_t* tile_segments = nullptr;
};

struct SegmentLaunches {
  virtual void cut(const Cut& cut, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::ordered
