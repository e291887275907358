#pragma once

#include <functional>
#include <span>

#include "compute/external/meter.h"
#include "compute/external/run_file.h"

namespace texelsort::external {

struct MergeRequest {
  const RecordFormat* format = nullptr;
  Meter* meter = nullptr;
  std::span<const Run> runs;  ///< in the order of the input: of equal keys those of the first run come first
  BlockSink* sink = nullptr;
  std::size_t block_bytes = 0;  ///< of what is written
  std::size_t blocks = 6;       ///< that are filled or written at a time
  std::function<bool()> stopped;
};

/// The second phase: runs become one. One block of each is merged while the next is read. Returns the records. Throws
/// DamagedRun, UsageError where nothing can be written, Interrupted.
std::uint64_t merge_runs(const MergeRequest& request);

}  // namespace texelsort::external
