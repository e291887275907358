#pragma once

#include <functional>
#include <vector>

#include "compute/external/input.h"
#include "compute/external/key_sorter.h"
#include "compute/external/meter.h"
#include "compute/external/run_file.h"

/// First phase of an external sort. A pipeline of tasks reads chunks of the input, computes keys, sorts them and writes
/// the records as runs.
namespace texelsort::external {

/// Range of the input. A null `end` is the end of the input.
struct InputRange {
  Position begin;
  std::optional<Position> end{};
};

/// Destination to which a chunk's sorted records are written: a run or the output.
struct ChunkSink {
  BlockSink& sink;
  bool bare = false;  ///< true if the sink is the output, which omits stored keys; false if the sink is a run
};

struct RunRequest {
  const RecordFormat* format = nullptr;
  Input* input = nullptr;
  const KeySorter* sorter = nullptr;
  Meter* meter = nullptr;
  std::vector<InputRange> ranges;
  std::size_t chunk_bytes = 0;  ///< memory for the records of one chunk
  ReadLimits limits{};
  data::RowSelection selection{};
  std::size_t chunks = 3;       ///< number of chunks that are in the pipeline at the same time
  std::size_t block_bytes = 0;  ///< bytes per write of sorted records
  std::size_t piece_bytes = 0;  ///< bytes per piece of a run; unused if the sink is the output
  unsigned processors = 1;
  /// Returns the sink for the sorted records between two input positions. Called once per chunk, in input order.
  std::function<ChunkSink(Position begin, Position end)> begin_sink{};
  /// Called with each sink after its last record.
  std::function<void(BlockSink&)> finished{};
  /// Function that the sort calls repeatedly. If it returns true, the sort ends with Interrupted.
  std::function<bool()> stopped{};
};

struct Sorted {
  std::uint64_t records = 0, bytes = 0;            ///< number of all records that were read, and their bytes
  std::uint64_t left_out = 0, left_out_bytes = 0;  ///< number of records without a key, and their bytes
  /// Number of records that the selection drops in chunks before the merge, and their bytes.
  std::uint64_t deselected = 0, deselected_bytes = 0;
};

/// Reads, sorts and writes all chunks. Sorts on the calling thread, because OpenGL is bound to one thread, and on one
/// further thread per additional CUDA device. Throws the errors of all tasks.
Sorted sort_chunks(const RunRequest& request);

}  // namespace texelsort::external
