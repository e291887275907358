#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/merge/cuda/round.h"

/// Launches of selection and merging: all that the host has to say to the kernels. Pointers are the device's. Every
/// function throws what cuda::check() throws.
namespace texelsort::algorithms::merge::device {

using kernels::Arrays;
using kernels::Stream;

/// How splitters are found: Algorithm 1; Algorithm 3, with its pivots' sequences drawn evenly; the same with every
/// element left drawn evenly; or by search along a diagonal, by the lanes of a warp together.
enum class Selection : std::uint8_t { osipov, quick, even_quick, diagonal };

enum class Merger : std::uint8_t { two_way, four_way, bitonic, path, four_path };
constexpr std::uint64_t ways(Merger merger) {
  return merger == Merger::four_way || merger == Merger::four_path ? 4 : 2;
}
/// Merges tiles of the output along merge paths.
constexpr bool goes_along_paths(Merger merger) {
  return merger == Merger::path || merger == Merger::four_path;
}

/// The networks of blocks' buffers; the last two keep the order of equal elements.
enum class Network : std::uint8_t { bitonic, odd_even, odd_even_stable, ranking };

struct SelectCall {
  Arrays arrays;
  Parts parts;                ///< `splitters` are not read
  std::uint64_t columns = 2;  ///< sequences of a selection: those of a group, or all if parts.once
  Selection selection = Selection::osipov;
  std::uint32_t seed = 1;
  std::uint64_t* splitters = nullptr;  ///< parts + 1 rows of columns
  std::uint64_t* sums = nullptr;       ///< parts + 1 rows of sequences + 1 numbers; if parts.once
  void* scratch = nullptr;             ///< select_scratch_bytes()
};

/// Blocks that select at a time, each with scratch memory of its own where a block's shared memory cannot hold what is
/// known of each sequence.
inline constexpr std::uint64_t select_blocks_with_scratch = 264;
inline constexpr std::uint64_t select_shared_sequences = 1024;
inline constexpr std::uint64_t select_state_bytes = 4 * sizeof(std::uint64_t);  ///< of one sequence

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
  unsigned width = 128;       ///< threads of a merger
  bool wide_payload = false;  ///< of 8 bytes, in the natural order of the keys: along merge paths
};

/// Elements of the tiles in which the bitonic merger works in shared memory.
constexpr unsigned bitonic_tile(unsigned width) {
  return 16 * width;
}

/// Merge path's threads, and what each takes: an odd number of items, so that threads meet in no bank of shared memory.
/// `blocks` share a multiprocessor, whose registers are divided among them.
struct PathShape {
  unsigned threads = 0, items = 0, blocks = 0;
  /// A part's share. The last thread is a spare one, since threads of one pair of sequences take none of the other;
  /// a multiple of what a store of 16 bytes takes.
  constexpr unsigned tile() const { return (threads - 1) * items / 4 * 4; }
};
/// By a prototype of the kernel on an H200: of 4-byte keys, 23 items take 0.94 of the time of 19 and 0.92 of that
/// of 15. On an H100, 512 threads with 15 items take 0.98 of it with two sequences, and 1.08 with more.
/// Beside a payload of 8 bytes items are fewer, so that those of a thread fit into its registers; that was not tuned.
constexpr PathShape path_shape(unsigned key_bytes, unsigned payload_bytes) {
  if (payload_bytes > 4) return {256, key_bytes > 4 ? 7u : 11u, 4};
  if (key_bytes > 4) return {256, 11, 4};
  return payload_bytes > 0 ? PathShape{256, 15, 4} : PathShape{256, 23, 4};
}

/// Threads of the blocks that sort a sequence each, and elements that they sort in shared memory.
inline constexpr unsigned sort_threads = 256, sort_tile = 2048;

/// The first level of merge sort: one block sorts each of the sequences, or only tile after tile of it.
enum class FirstLevel : std::uint8_t { quick, bitonic, tiles };

struct SortSequencesCall {
  Arrays arrays;  ///< the input is overwritten
  const std::uint64_t* starts = nullptr;
  std::uint64_t sequences = 0;
  FirstLevel first = FirstLevel::quick;
  std::uint32_t seed = 1;
  unsigned depth = 0;  ///< of quicksort's partitions
};
struct SortLaunches {
  virtual void sort_sequences(const SortSequencesCall& call, Stream stream) const = 0;
  /// Shared memory of a block.
  virtual std::uint64_t shared_bytes(FirstLevel first, bool payload) const = 0;
};

/// A round of a block's own merge sort: block-wise merging by the bitonic network of the sorted runs of each sequence,
/// two or four at a time.
struct MergeRunsCall {
  Arrays arrays;
  const std::uint64_t* starts = nullptr;
  std::uint64_t sequences = 0;
  std::uint64_t run = sort_tile;  ///< elements of a sorted run
};

/// What every merger launches.
struct MergeLaunches {
  virtual void merge_parts(const MergeCall& call, Stream stream) const = 0;
  /// Shared memory of a block with mergers of `width` threads.
  virtual std::uint64_t shared_bytes(Network network, unsigned width, bool payload) const = 0;
};
/// What block-wise mergers launch besides.
struct BlockMergeLaunches : MergeLaunches {
  virtual void merge_runs(const MergeRunsCall& call, Stream stream) const = 0;
};

struct BitonicLaunches : MergeLaunches {};
struct PathLaunches : MergeLaunches {};
struct FourPathLaunches : MergeLaunches {};
struct TwoWayLaunches : BlockMergeLaunches {};
struct FourWayLaunches : BlockMergeLaunches {};

}  // namespace texelsort::algorithms::merge::device
