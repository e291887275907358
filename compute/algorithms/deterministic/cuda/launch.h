#pragma once

#include <array>
#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"

/// Launches of the kernels of GPU Bucket Sort (Dehne & Zaboli, Deterministic Sample Sort for GPUs, 2012, algorithm 1).
/// Pointers are device addresses. Places in the arrays have 32 bits. Every function throws the same errors as
/// cuda::check().
namespace texelsort::algorithms::deterministic::device {

using kernels::Arrays;
using kernels::Stream;

/// Consecutive arrays that a kernel processes in parallel. `starts` contains each array's start and the end of the
/// last. If it is null, all have `quotient` keys, and the first `remainder` arrays have one more.
struct Segments {
  std::uint32_t count = 0;
  std::uint32_t quotient = 0, remainder = 0;
  const std::uint32_t* starts = nullptr;
};

/// Consecutive network steps on the keys of a coset; see algorithms::Round.
struct CosetRound {
  std::uint32_t bits[4] = {};  ///< the coset's bits as powers of two, descending
  std::uint32_t reversed = 0;
  std::uint32_t count = 0;
  std::uint64_t steps = 0;  ///< 4 bits each, lowest first: a bit's position in `bits`, plus 8 for a reversal
};

/// Maximum rounds of one tile's pass: stages of a tile of 2^14 keys, two steps per round.
inline constexpr std::uint32_t most_tile_rounds = 64;

/// One pass of a bitonic sort of many segments, in place.
struct BitonicPass {
  Segments segments;
  std::uint64_t parts = 0;      ///< tiles or cosets per segment
  std::uint32_t sorted = 0;     ///< segments of this many keys or fewer are already sorted
  std::uint32_t log2_keys = 2;  ///< log2 of the keys per thread: 2 or 4
  std::uint32_t threads = 0;    ///< threads per block
  std::uint32_t tile = 0;       ///< Keys in shared memory. 0: cosets of the array.
  bool by_payload = false;      ///< ties are broken by payload
  std::uint32_t rounds = 0;
  std::array<CosetRound, most_tile_rounds> round{};
};

/// Returns the maximum threads per block for which registers suffice for the keys.
constexpr std::uint32_t most_bitonic_threads(std::uint32_t log2_keys) {
  return log2_keys > 2 ? 512 : 1024;
}

/// Padding after every 32 keys spreads strided accesses over the banks of shared memory.
constexpr std::uint32_t banked(std::uint32_t place) {
  return place + place / 32;
}
/// Returns the bytes of shared memory of a block with that tile.
constexpr std::uint64_t bitonic_shared_bytes(std::uint32_t tile, std::uint64_t key_bytes, bool payload) {
  return banked(tile) * (key_bytes + (payload ? sizeof(std::uint32_t) : 0));
}

/// Sublists, and the samples per sublist.
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

/// Returns the bytes of shared memory of a block that searches the splitters in a sublist: for both, and one word per
/// splitter. A workgroup of shaders needs as much.
constexpr std::uint64_t index_shared_bytes(std::uint64_t longest, std::uint64_t samples, std::uint64_t key_bytes) {
  return longest * key_bytes + samples * (key_bytes + sizeof(std::uint32_t));
}

struct Launches {
  /// `arrays` has the same keys (and payload) in and out.
  virtual void bitonic_pass(const Arrays& arrays, const BitonicPass& pass, Stream stream) const = 0;
  /// Executes step 3.
  virtual void local_samples(const void* keys, const Sublists& sublists, const BucketTables& tables,
                             Stream stream) const = 0;
  /// Executes step 5.
  virtual void global_samples(const Sublists& sublists, const BucketTables& tables, Stream stream) const = 0;
  /// Executes step 6, one block of `threads` per sublist. `doubling`: round by round twice as many searches, instead of
  /// all at once.
  virtual void index(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
                     bool doubling, Stream stream) const = 0;
  /// Executes step 8, one block of `threads` per sublist.
  virtual void relocate(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables,
                        std::uint32_t threads, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::deterministic::device
