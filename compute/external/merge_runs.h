#pragma once

#include <functional>
#include <span>

#include "compute/external/meter.h"
#include "compute/external/run_file.h"

namespace texelsort::external {

struct MergeRequest {
  const RecordFormat* format = nullptr;
  Meter* meter = nullptr;
  std::span<const Run> runs;  ///< runs in input order, which is also the output order of records with equal keys
  BlockSink* sink = nullptr;
  std::size_t piece_bytes = 0;   ///< bytes per piece of the merged run; unused if the sink is the output
  std::uint64_t memory = 0;      ///< memory of read and write buffers in bytes
  std::uint64_t read_bytes = 0;  ///< maximum bytes per read of a run
  unsigned threads = 1;          ///< maximum number of merge threads
  /// True if the sink is the output, which omits stored keys; false if the sink is a run.
  bool bare = true;
  data::RowSelection selection{};  ///< selection of the sorted records that the output keeps
  std::function<bool()> stopped;
};

struct Merged {
  std::uint64_t taken = 0;    ///< number of records read from the runs; less than all if the selection ends early
  std::uint64_t written = 0;  ///< number of records written to the sink
};

/// Merges runs into one run or the output, the second phase of an external sort. Each thread reads, merges and writes
/// one key range at a time. Threads write in turn if blocks must be in order, or if the selection makes output
/// positions unknown. Throws DamagedRun, Interrupted, and UsageError if the output cannot be written.
Merged merge_runs(const MergeRequest& request);

/// Memory in bytes that a merge thread needs per run: the smallest read (one piece), and what decompression and tables
/// need in addition.
struct CursorCost {
  std::uint64_t least_read = 0, beside = 0;
};
/// Returns the memory that a merge thread needs per run, for the largest piece of all runs. `places` is true if record
/// lengths differ.
CursorCost cursor_cost(std::span<const Run> runs, bool places);
/// Returns the maximum number of runs that one merge can read within `memory` bytes, at least 2.
std::size_t most_runs(std::uint64_t memory, const CursorCost& cost);

/// Division of the memory of a merge among threads and buffers.
struct MergeShape {
  unsigned threads = 1;
  std::uint64_t read_bytes = 0;   ///< bytes per read of one run by one thread
  std::uint64_t write_bytes = 0;  ///< bytes per write by one thread
};

/// Divides the memory of a merge. First maximises the number of threads that can read a few pieces at a time, then the
/// length of their reads. If `in_turn` is true, makes writes longer, because threads wait for each other to write.
MergeShape merge_shape(std::uint64_t memory, std::uint64_t runs, const CursorCost& cost, std::uint64_t most_read,
                       unsigned most_threads, bool in_turn);

}  // namespace texelsort::external
