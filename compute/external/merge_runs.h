#pragma once

#include <functional>
#include <span>

#include "compute/external/meter.h"
#include "compute/external/run_file.h"

namespace texelsort::external {

struct MergeRequest {
  const RecordFormat* format = nullptr;  ///< of the records in runs
  Meter* meter = nullptr;
  std::span<const Run> runs;  ///< in the order of the input: of equal keys those of the first run come first
  BlockSink* sink = nullptr;
  std::size_t piece_bytes = 0;     ///< of a piece, where the sink is a run
  std::uint64_t memory = 0;        ///< for what is read and what is written
  std::uint64_t read_bytes = 0;    ///< of one read of a run, at most
  unsigned threads = 1;            ///< at most
  bool bare = true;                ///< the sink is the output, which takes bare records; false: a run
  data::RowSelection selection{};  ///< which of the sorted records are kept
  std::function<bool()> stopped;
};

struct Merged {
  std::uint64_t taken = 0;    ///< records of the runs; not all of them where the first ones alone are asked for
  std::uint64_t written = 0;  ///< of these
};

/// The second phase: runs become one. Their keys are cut into ranges, and each thread reads, merges and writes a range
/// at a time. Where blocks have to be written in their order, or how many bytes come before a range is not known
/// because keys must not repeat, threads write in turn what they have merged. Throws DamagedRun, UsageError where
/// nothing can be written, Interrupted.
Merged merge_runs(const MergeRequest& request);

/// Memory that one thread takes for one run: the least that it reads at once, a piece, and what it knows of it.
struct CursorCost {
  std::uint64_t least_read = 0, beside = 0;
};
/// The cost of a cursor for the largest piece. `places`: records differ in length.
CursorCost cursor_cost(std::span<const Run> runs, bool places);
/// That can be merged at once in that memory, at least 2.
std::size_t most_runs(std::uint64_t memory, const CursorCost& cost);

/// How a merge uses its memory.
struct MergeShape {
  unsigned threads = 1;
  std::uint64_t read_bytes = 0;   ///< of each run by each thread at a time
  std::uint64_t write_bytes = 0;  ///< by each thread at a time
};

/// As many threads as there is memory for with reads of some pieces, then the largest reads. `in_turn`: writes are
/// large, since threads wait for each other with them. A pure function.
MergeShape merge_shape(std::uint64_t memory, std::uint64_t runs, const CursorCost& cost, std::uint64_t most_read,
                       unsigned most_threads, bool in_turn);

}  // namespace texelsort::external
