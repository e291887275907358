#pragma once

#include <functional>
#include <vector>

#include "compute/external/input.h"
#include "compute/external/key_sorter.h"
#include "compute/external/meter.h"
#include "compute/external/run_file.h"

/// First phase: a pipeline of tasks reads chunks of the input, computes keys, sorts them and writes the records.
namespace texelsort::external {

/// Part of the input. Ends at the end of the input if `end` is null.
struct InputRange {
  Position begin;
  std::optional<Position> end{};
};

/// Destination of a chunk's records.
struct ChunkSink {
  BlockSink& sink;
  bool bare = false;  ///< true if the sink is the output, which stores records without added keys; false for a run
};

struct RunRequest {
  const RecordFormat* format = nullptr;
  Input* input = nullptr;
  const KeySorter* sorter = nullptr;
  Meter* meter = nullptr;
  std::vector<InputRange> ranges;
  std::size_t chunk_bytes = 0;  ///< memory for the records of one chunk
  ReadLimits limits{};          ///< limits of the records in one chunk
  data::RowSelection selection{};
  std::size_t chunks = 3;       ///< number of chunks in the pipeline at once
  std::size_t block_bytes = 0;  ///< bytes per write
  std::size_t piece_bytes = 0;  ///< bytes per piece of a run, if the sink is a run
  unsigned processors = 1;
  /// Returns the sink for the records between two positions. Called for each chunk in order.
  std::function<ChunkSink(Position begin, Position end)> begin_sink{};
  /// Receives a completed sink.
  std::function<void(BlockSink&)> finished{};
  /// Function that is called often. Ends the sort with Interrupted by returning true.
  std::function<bool()> stopped{};
};

struct Sorted {
  std::uint64_t records = 0, bytes = 0;                ///< number and bytes of all records read
  std::uint64_t left_out = 0, left_out_bytes = 0;      ///< number and bytes of records without a key
  std::uint64_t deselected = 0, deselected_bytes = 0;  ///< number and bytes of records that a chunk's selection drops
};

/// Sorts chunks on the calling thread, because OpenGL is bound to one thread. Each CUDA device has an additional
/// thread. Throws the errors of all tasks.
Sorted sort_chunks(const RunRequest& request);

}  // namespace texelsort::external
