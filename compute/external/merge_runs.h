#pragma once

#include <functional>
#include <span>

#include "compute/external/meter.h"
#include "compute/external/run_file.h"

namespace texelsort::external {

struct MergeRequest {
  const RecordFormat* format = nullptr;  ///< format of the records in runs
  Meter* meter = nullptr;
  std::span<const Run> runs;  ///< runs in input order: for equal keys, earlier runs come first
  BlockSink* sink = nullptr;
  std::size_t piece_bytes = 0;   ///< bytes per piece of the merged run, if the sink is a run
  std::uint64_t memory = 0;      ///< bytes for read and write buffers
  std::uint64_t read_bytes = 0;  ///< maximum bytes per read of a run
  unsigned threads = 1;          ///< maximum number of threads
  bool bare = true;  ///< true if the sink is the output, which stores records without added keys; false for a run
  data::RowSelection selection{};  ///< sorted records to keep
  std::function<bool()> stopped;
};

struct Merged {
  std::uint64_t taken = 0;    ///< number of records read; less than all if only the first records are selected
  std::uint64_t written = 0;  ///< number of records written
};

/// Second phase: merges runs into one. Divides the keys into ranges; each thread reads, merges and writes one range at
/// a time. Threads write in turn if blocks must be in order, or if removed duplicate keys make output offsets unknown.
/// Throws DamagedRun, UsageError if the output cannot be written, and Interrupted.
Merged merge_runs(const MergeRequest& request);

/// Memory of one thread for one run in bytes: the minimum read (one piece), and decompression and tables.
struct CursorCost {
  std::uint64_t least_read = 0, beside = 0;
};
/// Returns the cost of a cursor for the largest piece. `places` is true if record lengths differ.
CursorCost cursor_cost(std::span<const Run> runs, bool places);
/// Returns the number of runs that this memory can merge at once, at least 2.
std::size_t most_runs(std::uint64_t memory, const CursorCost& cost);

/// Division of the memory during a merge.
struct MergeShape {
  unsigned threads = 1;
  std::uint64_t read_bytes = 0;   ///< bytes per read, for each run and thread
  std::uint64_t write_bytes = 0;  ///< bytes per write, for each thread
};

/// Returns as many threads as fit in memory with reads of a few pieces, then the largest reads that fit. If `in_turn`
/// is true, writes are larger, because threads wait for each other to write.
MergeShape merge_shape(std::uint64_t memory, std::uint64_t runs, const CursorCost& cost, std::uint64_t most_read,
                       unsigned most_threads, bool in_turn);

}  // namespace texelsort::external
