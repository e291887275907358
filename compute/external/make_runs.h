#pragma once

#include <functional>
#include <vector>

#include "compute/external/input.h"
#include "compute/external/key_sorter.h"
#include "compute/external/meter.h"
#include "compute/external/run_file.h"

/// The first phase: chunks of the input are read, keyed, sorted and written in their order, each by a task of its own.
namespace texelsort::external {

/// A part of the input; up to its end without `end`.
struct InputRange {
  Position begin;
  std::optional<Position> end{};
};

/// Where the records of a chunk go.
struct ChunkSink {
  BlockSink& sink;
  bool bare = false;  ///< the output, which takes bare records; else a run
};

struct RunRequest {
  const RecordFormat* format = nullptr;
  Input* input = nullptr;
  const KeySorter* sorter = nullptr;
  Meter* meter = nullptr;
  std::vector<InputRange> ranges;
  std::size_t chunk_bytes = 0;  ///< memory for the records of one chunk
  ReadLimits limits{};          ///< of one chunk
  data::RowSelection selection{};
  std::size_t chunks = 3;       ///< in the pipeline at a time
  std::size_t block_bytes = 0;  ///< that are written at once
  std::size_t piece_bytes = 0;  ///< of a run's pieces
  unsigned processors = 1;
  /// What the records between these places are written to, chunk after chunk.
  std::function<ChunkSink(Position begin, Position end)> begin_sink{};
  /// A sink that is complete.
  std::function<void(BlockSink&)> finished{};
  /// Asked often; true ends it with Interrupted.
  std::function<bool()> stopped{};
};

struct Sorted {
  std::uint64_t records = 0, bytes = 0;                ///< read
  std::uint64_t left_out = 0, left_out_bytes = 0;      ///< of these: without a key
  std::uint64_t deselected = 0, deselected_bytes = 0;  ///< of these: not selected, as far as a chunk tells
};

/// The calling thread sorts, since OpenGL is called on one thread; devices of CUDA have a thread each beside it. Throws
/// what any of the tasks throws.
Sorted sort_chunks(const RunRequest& request);

}  // namespace texelsort::external
