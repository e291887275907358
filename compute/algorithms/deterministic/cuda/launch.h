#pragma once

#include <array>
#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"

/// Launches of the kernels of GPU Bucket Sort (Dehne & Zaboli, Deterministic Sample Sort for GPUs, 2012, algorithm 1).
/// All pointers are device addresses. Positions in arrays have 32 bits. Every function throws the errors of
/// cuda::check().
namespace texelsort::algorithms::deterministic::device {

using kernels::Arrays;
using kernels::Stream;

/// Consecutive arrays that a kernel processes in parallel. `starts` has the start of each array, and the end of the
/// last array. If `starts` is null, each array has `quotient` keys, and the first `remainder` arrays have one more.
struct Segments {
  std::uint32_t count = 0;
  std::uint32_t quotient = 0, remainder = 0;
  const std::uint32_t* starts = nullptr;
};

/// Consecutive network steps that exchange keys within cosets; see algorithms::Round.
struct CosetRound {
  /// bits of an index in which the places of a coset differ, as powers of two in descending order
  std::uint32_t bits[4] = {};
  std::uint32_t reversed = 0;
  std::uint32_t count = 0;
  /// Steps of the round, with 4 bits per step and the first step in the lowest bits. The value is the index in `bits`,
  /// plus 8 for a reversal.
  std::uint64_t steps = 0;
};

/// Maximum number of rounds in one pass on tiles. It covers all stages of a tile of 2^14 keys, with two steps per
/// round.
inline constexpr std::uint32_t most_tile_rounds = 64;

/// One pass of a bitonic sort of many segments, in place.
struct BitonicPass {
  Segments segments;
  std::uint64_t parts = 0;  ///< number of tiles or cosets per segment, each processed by one block or thread
  /// Segments with at most this number of keys are skipped, because earlier passes have sorted them.
  std::uint32_t sorted = 0;
  std::uint32_t log2_keys = 2;  ///< log2 of the keys per thread: 2 or 4
  std::uint32_t threads = 0;    ///< number of threads per block
  std::uint32_t tile = 0;   ///< Number of keys per tile in shared memory. 0 if the pass works on cosets of the array.
  bool by_payload = false;  ///< true if the payload breaks ties between equal keys
  std::uint32_t rounds = 0;
  std::array<CosetRound, most_tile_rounds> round{};
};

/// Returns the maximum number of threads per block for which a multiprocessor has enough registers.
constexpr std::uint32_t most_bitonic_threads(std::uint32_t log2_keys) {
  return log2_keys > 2 ? 512 : 1024;
}

/// Returns the shared-memory index of position `place` of a tile. Padding after every 32 keys spreads strided accesses
/// over the banks.
constexpr std::uint32_t banked(std::uint32_t place) {
  return place + place / 32;
}
/// Returns the bytes of shared memory of a block that sorts a tile of `tile` keys.
constexpr std::uint64_t bitonic_shared_bytes(std::uint32_t tile, std::uint64_t key_bytes, bool payload) {
  return banked(tile) * (key_bytes + (payload ? sizeof(std::uint32_t) : 0));
}

/// Sublists of the array, the number of samples per sublist, and the number of keys of the longest sublist.
struct Sublists {
  Segments lists;
  std::uint32_t samples = 0;
  std::uint32_t longest = 0;
};

/// Tables of GPU Bucket Sort. table_shapes() returns their sizes.
struct BucketTables {
  void *samples = nullptr, *splitters = nullptr;  ///< sampled keys, and keys selected as splitters
  std::uint32_t *sample_places = nullptr, *splitter_places = nullptr;
  std::uint32_t *locations = nullptr, *starts = nullptr, *buckets = nullptr, *sizes = nullptr;
};

/// Returns the bytes of shared memory that a block needs to search the splitters in a sublist: the keys of both, and
/// one word per splitter. A workgroup of shaders needs the same bytes.
constexpr std::uint64_t index_shared_bytes(std::uint64_t longest, std::uint64_t samples, std::uint64_t key_bytes) {
  return longest * key_bytes + samples * (key_bytes + sizeof(std::uint32_t));
}

struct Launches {
  /// Executes one pass of a sort in place: the input and output arrays of `arrays` must be the same memory.
  virtual void bitonic_pass(const Arrays& arrays, const BitonicPass& pass, Stream stream) const = 0;
  /// Executes step 3: draws the samples of each sublist.
  virtual void local_samples(const void* keys, const Sublists& sublists, const BucketTables& tables,
                             Stream stream) const = 0;
  /// Executes step 5: selects the splitters from the samples.
  virtual void global_samples(const Sublists& sublists, const BucketTables& tables, Stream stream) const = 0;
  /// Executes step 6: searches the splitters, with one block of `threads` threads per sublist. With `doubling`, each
  /// round has twice as many searches as the previous round. Otherwise all searches run at once.
  virtual void index(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
                     bool doubling, Stream stream) const = 0;
  /// Executes step 8: moves the keys to their buckets, with one block of `threads` threads per sublist.
  virtual void relocate(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables,
                        std::uint32_t threads, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::deterministic::device
