#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/merge/cuda/round.h"

/// Launches of the kernels for selection and merging by the host. All pointers are device addresses. Every function
/// throws the errors of cuda::check().
namespace texelsort::algorithms::merge::device {

using kernels::Arrays;
using kernels::Stream;

/// Method of finding splitters.
/// - osipov: algorithm 1.
/// - quick: algorithm 3, in which every sequence is equally likely to provide the pivot.
/// - even_quick: algorithm 3, in which every remaining element is equally likely to be the pivot.
/// - diagonal: search along a diagonal by the lanes of a warp.
enum class Selection : std::uint8_t { osipov, quick, even_quick, diagonal };

enum class Merger : std::uint8_t { two_way, four_way, bitonic, path, four_path };
constexpr std::uint64_t ways(Merger merger) {
  return merger == Merger::four_way || merger == Merger::four_path ? 4 : 2;
}
/// Returns whether the merger merges tiles of the output along merge paths.
constexpr bool goes_along_paths(Merger merger) {
  return merger == Merger::path || merger == Merger::four_path;
}

/// Network by which mergers merge their buffers. odd_even_stable and ranking are stable.
enum class Network : std::uint8_t { bitonic, odd_even, odd_even_stable, ranking };

struct SelectCall {
  Arrays arrays;
  Parts parts;  ///< merge round for which splitters are selected; the kernel ignores `parts.splitters`
  /// Number of sequences in which one selection searches. These are the sequences of a group or, if `parts.once` is
  /// true, all sequences.
  std::uint64_t columns = 2;
  Selection selection = Selection::osipov;
  std::uint32_t seed = 1;
  std::uint64_t* splitters = nullptr;  ///< output table of parts + 1 rows with `columns` numbers each
  /// output table of prefix sums, with parts + 1 rows of sequences + 1 numbers; only if `parts.once` is true
  std::uint64_t* sums = nullptr;
  void* scratch = nullptr;  ///< memory of select_scratch_bytes() bytes for the state of selections
};

/// Number of blocks of a selection whose state exceeds shared memory. The state exceeds it if there are more than
/// select_shared_sequences sequences. Each block then has its own scratch memory.
inline constexpr std::uint64_t select_blocks_with_scratch = 264;
inline constexpr std::uint64_t select_shared_sequences = 1024;
/// bytes that a selection stores per sequence
inline constexpr std::uint64_t select_state_bytes = 4 * sizeof(std::uint64_t);

constexpr std::uint64_t select_scratch_bytes(std::uint64_t columns, std::uint64_t parts) {
  if (columns <= select_shared_sequences) return 0;
  const std::uint64_t blocks = parts + 1 < select_blocks_with_scratch ? parts + 1 : select_blocks_with_scratch;
  return columns * blocks * select_state_bytes;
}

struct SelectLaunches {
  virtual void select_splitters(const SelectCall& call, Stream stream) const = 0;
};

struct MergeCall {
  Arrays arrays;
  Parts parts;
  Network network = Network::bitonic;
  unsigned width = 128;  ///< number of threads per merger
  /// true for 8-byte payloads; requires keys in natural order and a merger along merge paths
  bool wide_payload = false;
};

/// Returns the number of elements per tile that the bitonic merger processes in shared memory.
constexpr unsigned bitonic_tile(unsigned width) {
  return 16 * width;
}

/// Shape of a merge path block: number of threads, and number of items per thread. `blocks` is the number of blocks per
/// multiprocessor, which share its registers. An odd number of items avoids bank conflicts in shared memory.
struct PathShape {
  unsigned threads = 0, items = 0, blocks = 0;
  /// Returns the number of elements of a block's part. One thread is spare, because no thread merges elements of two
  /// pairs of sequences. The number is a multiple of 4, because a store writes 16 bytes.
  constexpr unsigned tile() const { return (threads - 1) * items / 4 * 4; }
};
/// Returns the shape that was fastest in a prototype of the kernel on an H200. With 4-byte keys, 23 items need 0.94 of
/// the time of 19 items, and 0.92 of the time of 15 items. On an H100, 512 threads with 15 items need 0.98 of the time
/// of this shape for two sequences, and 1.08 for more sequences. With payloads of 8 bytes there are fewer items,
/// because of a thread's registers. Their number is not tuned.
constexpr PathShape path_shape(unsigned key_bytes, unsigned payload_bytes) {
  if (payload_bytes > 4) return {256, key_bytes > 4 ? 7u : 11u, 4};
  if (key_bytes > 4) return {256, 11, 4};
  return payload_bytes > 0 ? PathShape{256, 15, 4} : PathShape{256, 23, 4};
}

/// Number of threads of a block that sorts a sequence, and number of elements that the block sorts in shared memory.
inline constexpr unsigned sort_threads = 256, sort_tile = 2048;

/// First level of a merge sort. One block sorts each sequence, either completely (quick, bitonic) or only tile by tile
/// (tiles).
enum class FirstLevel : std::uint8_t { quick, bitonic, tiles };

struct SortSequencesCall {
  Arrays arrays;  ///< arrays to sort; the kernel overwrites the input
  const std::uint64_t* starts = nullptr;
  std::uint64_t sequences = 0;
  FirstLevel first = FirstLevel::quick;
  std::uint32_t seed = 1;
  unsigned depth = 0;  ///< maximum depth of nested partitions of quicksort
};
struct SortLaunches {
  virtual void sort_sequences(const SortSequencesCall& call, Stream stream) const = 0;
  /// Returns the bytes of shared memory per block that sorts a sequence.
  virtual std::uint64_t shared_bytes(FirstLevel first, bool payload) const = 0;
};

/// Arguments of a round in which blocks merge the sorted runs of each sequence, two or four runs at a time. Buffers are
/// merged by the bitonic network.
struct MergeRunsCall {
  Arrays arrays;
  const std::uint64_t* starts = nullptr;
  std::uint64_t sequences = 0;
  std::uint64_t run = sort_tile;  ///< number of elements per sorted run before the round
};

/// Launches of the kernels that every merger has.
struct MergeLaunches {
  virtual void merge_parts(const MergeCall& call, Stream stream) const = 0;
  /// Returns the bytes of shared memory of a block whose mergers have `width` threads.
  virtual std::uint64_t shared_bytes(Network network, unsigned width, bool payload) const = 0;
};
/// Launches of the kernels that only block-wise mergers have.
struct BlockMergeLaunches : MergeLaunches {
  virtual void merge_runs(const MergeRunsCall& call, Stream stream) const = 0;
};

struct BitonicLaunches : MergeLaunches {};
struct PathLaunches : MergeLaunches {};
struct FourPathLaunches : MergeLaunches {};
struct TwoWayLaunches : BlockMergeLaunches {};
struct FourWayLaunches : BlockMergeLaunches {};

}  // namespace texelsort::algorithms::merge::device
