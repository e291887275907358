#pragma once

#include <array>
#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"

/// Launches of the kernels of GPU Bucket Sort (Dehne & Zaboli, Deterministic Sample Sort for GPUs, 2012, algorithm 1).
/// Pointers are the device's; places in the arrays have 32 bits. Every function throws what cuda::check() throws.
namespace texelsort::algorithms::deterministic::device {

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
  std::uint32_t sorted = 0;     ///< segments of this many keys or fewer are sorted already
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

/// A hole after every 32 keys lets strided accesses fall into different banks of shared memory.
constexpr std::uint32_t banked(std::uint32_t place) {
  return place + place / 32;
}
/// Bytes of shared memory of a block with that tile.
constexpr std::uint64_t bitonic_shared_bytes(std::uint32_t tile, std::uint64_t key_bytes, bool payload) {
  return banked(tile) * (key_bytes + (payload ? sizeof(std::uint32_t) : 0));
}

/// The sublists, and how many samples each gives.
struct Sublists {
  Segments lists;
  std::uint32_t samples = 0;
  std::uint32_t longest = 0;
};

/// Tables of GPU Bucket Sort; see table_shapes().
struct BucketTables {
  void *samples = nullptr, *splitters = nullptr;  ///< keys
  std::uint32_t *sample_places = nullptr, *splitter_places = nullptr;
  std::uint32_t *locations = nullptr, *starts = nullptr, *buckets = nullptr, *sizes = nullptr;
};

/// Bytes of shared memory of a block that looks for the splitters in a sublist: both, and a word a splitter. A
/// workgroup of shaders needs as many.
constexpr std::uint64_t index_shared_bytes(std::uint64_t longest, std::uint64_t samples, std::uint64_t key_bytes) {
  return longest * key_bytes + samples * (key_bytes + sizeof(std::uint32_t));
}

struct Launches {
  /// `arrays` has the same keys (and payload) in and out.
  virtual void bitonic_pass(const Arrays& arrays, const BitonicPass& pass, Stream stream) const = 0;
  /// Step 3.
  virtual void local_samples(const void* keys, const Sublists& sublists, const BucketTables& tables,
                             Stream stream) const = 0;
  /// Step 5.
  virtual void global_samples(const Sublists& sublists, const BucketTables& tables, Stream stream) const = 0;
  /// Step 6; `threads` a block, a block a sublist. `doubling`: twice as many searches round by round, not all at once.
  virtual void index(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
                     bool doubling, Stream stream) const = 0;
  /// Step 8; `threads` a block, a block a sublist.
  virtual void relocate(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables,
                        std::uint32_t threads, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::deterministic::device
