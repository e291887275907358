#pragma once

#include <array>
#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/randomized/randomized_layout.h"

/// Launches of the sample sorts' kernels: all that the host has to say to them. Pointers are the device's; places in
/// the arrays have 32 bits. Every function throws what cuda::check() throws.
namespace texelsort::algorithms::sample {

using kernels::Arrays;
using kernels::Stream;

/// Arrays one behind the other, which a kernel works on alike: `starts` says where each begins and the last one ends;
/// null: all have `quotient` keys, and the first `remainder` of them one more.
struct Segments {
  std::uint32_t count = 0;
  std::uint32_t quotient = 0, remainder = 0;
  const std::uint32_t* starts = nullptr;
};

/// Successive steps of a network on the keys of a coset; see algorithms::Round.
struct CosetRound {
  std::uint32_t bits[4] = {};  ///< the coset's bits as powers of two, descending
  std::uint32_t reversed = 0;
  std::uint32_t count = 0;
  std::uint64_t steps = 0;  ///< 4 bits each from the lowest up: a bit's position in `bits`, and 8 more for a reversal
};

/// Rounds of one tile's pass at the most: stages of a tile of 2^14 keys, two steps a round.
inline constexpr std::uint32_t most_tile_rounds = 64;

/// One pass of a bitonic sort of many segments, in place.
struct BitonicPass {
  Segments segments;
  std::uint64_t parts = 0;      ///< tiles or cosets of a segment
  std::uint32_t sorted = 0;     ///< segments of up to so many keys are sorted already
  std::uint32_t log2_keys = 2;  ///< keys a thread holds: 2 or 4
  std::uint32_t threads = 0;    ///< of a block
  std::uint32_t tile = 0;       ///< keys in shared memory; 0: cosets of the array
  bool by_payload = false;      ///< equal keys go by their payloads
  std::uint32_t rounds = 0;
  std::array<CosetRound, most_tile_rounds> round{};
};

/// Threads of a block at the most, that their keys have registers enough.
constexpr std::uint32_t most_bitonic_threads(std::uint32_t log2_keys) {
  return log2_keys > 2 ? 512 : 1024;
}

/// `arrays` has the same keys (and payload) in and out.
void bitonic_pass(const Arrays& arrays, const BitonicPass& pass, Stream stream);
/// A hole after every 32 keys lets strided accesses fall into different banks of shared memory.
constexpr std::uint32_t banked(std::uint32_t place) {
  return place + place / 32;
}
/// Bytes of shared memory of a block with that tile.
constexpr std::uint64_t bitonic_shared_bytes(std::uint32_t tile, std::uint64_t key_bytes, bool payload) {
  return banked(tile) * (key_bytes + (payload ? sizeof(std::uint32_t) : 0));
}

// GPU Bucket Sort (Dehne & Zaboli, Deterministic Sample Sort for GPUs, 2012), algorithm 1.

/// The sublists, and how many samples each gives.
struct Sublists {
  Segments lists;
  std::uint32_t samples = 0;
  std::uint32_t longest = 0;
};

/// Tables of GPU Bucket Sort; see deterministic_tables().
struct BucketTables {
  void *samples = nullptr, *splitters = nullptr;  ///< keys
  std::uint32_t *sample_places = nullptr, *splitter_places = nullptr;
  std::uint32_t *locations = nullptr, *starts = nullptr, *buckets = nullptr, *sizes = nullptr;
};

/// Step 3. `key_bytes`: 4 or 8.
void select_samples(const void* keys, std::uint64_t key_bytes, const Sublists& sublists, const BucketTables& tables,
                    Stream stream);
/// Step 5.
void select_splitters(std::uint64_t key_bytes, const Sublists& sublists, const BucketTables& tables, Stream stream);
/// Step 6; `threads` a block, a block a sublist, which stands in shared memory if `in_shared`.
void search_splitters(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
                      bool in_shared, Stream stream);
constexpr std::uint64_t search_shared_bytes(const Sublists& sublists, std::uint64_t key_bytes, bool in_shared) {
  return (in_shared ? sublists.longest * key_bytes : 0) + sublists.samples * sizeof(std::uint32_t);
}
/// Step 8; `threads` a block, a block a sublist.
void relocate(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
              Stream stream);

/// Exclusive prefix sums of `count` numbers, in place, in three launches: a block a row of `length` numbers (the last
/// may be shorter) adds it up; one block sums the rows' sums, to `row_starts` (one more than rows: the total) and
/// leaves each row's own sum in `row_sums`; a block a row sums its numbers from there on.
struct RowScan {
  std::uint32_t* table = nullptr;
  std::uint64_t count = 0, length = 0;
  std::uint32_t *row_starts = nullptr, *row_sums = nullptr;
  std::uint64_t rows() const { return (count + length - 1) / length; }
};
void scan_rows(const RowScan& scan, Stream stream);

// GPU Sample Sort (Leischner, GPU algorithms for comparison-based sorting, 2010, section 6).

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

/// Step 1: a block a parent draws k a keys of it, sorts them and keeps every a-th.
void draw_splitters(const Arrays& arrays, const Distribution& level, Stream stream);
/// Step 2: a block a tile counts how many of its keys go into each bucket.
void count_buckets(const Arrays& arrays, const Distribution& level, Stream stream);
/// Step 3, after the prefix sums.
void find_buckets(const Arrays& arrays, const Distribution& level, Stream stream);
/// Step 4: a block a tile finds every key's bucket again and puts it at the next place of its column in that bucket.
void scatter_buckets(const Arrays& arrays, const Distribution& level, Stream stream);
/// Copies tiles to the same places of the other array.
void move_tiles(const Arrays& arrays, const Distribution& level, Stream stream);

/// Bytes of shared memory of a block that draws, counts or scatters.
constexpr std::uint64_t draw_shared_bytes(std::uint64_t k, std::uint64_t a, std::uint64_t key_bytes) {
  return k * a * key_bytes;
}
constexpr std::uint64_t count_shared_bytes(std::uint64_t k, std::uint64_t counters, std::uint64_t key_bytes) {
  return k * (2 * key_bytes + counters * sizeof(std::uint32_t));
}

/// How a block sorts a bucket; see kernels::QuickSettings.
struct BucketSort {
  const randomized::Bucket* buckets = nullptr;
  std::uint32_t count = 0;
  std::uint32_t threads = 0, small = 0, depth = 0;
  std::uint64_t seed = 0;
};

/// Sorts buckets in place, a block each, by quicksort and then odd-even merge sort in shared memory; `arrays` goes from
/// the array in which they stand to a spare one, which is written too.
void sort_buckets(const Arrays& arrays, const BucketSort& sort, Stream stream);

/// Keys that the network of sort_buckets() has room for.
inline constexpr std::uint32_t most_small = 2048;

}  // namespace texelsort::algorithms::sample
