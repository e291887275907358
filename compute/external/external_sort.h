#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compute/external/copy_times.h"
#include "compute/external/format.h"
#include "compute/external/key_sorter.h"
#include "compute/external/meter.h"
#include "compute/external/plan.h"

/// Sort of files that do not fit in memory.
namespace texelsort::external {

struct SortRequest {
  std::vector<std::string> inputs;  ///< paths of the input files; "-" is standard input
  std::string output;               ///< path of the output, which may also be an input; "-" is standard output
  const RecordFormat* format = nullptr;
  data::RowSelection selection{};  ///< selection of the sorted records that the output keeps
  SortChoice sort{};
  std::uint64_t memory = 0;               ///< memory budget of the whole process, in bytes
  std::vector<std::string> temp_folders;  ///< folders for temporary runs; empty: the system's temporary folder
  bool compress = false, keep_runs = false, resume = false;
  std::optional<std::uint64_t> run_bytes{}, read_bytes{};
  bool plan_only = false;
  /// True to time plain copies of the inputs before the sort, for io_efficiency(). The inputs and the output must then
  /// be files without compression.
  bool copies = false;
  /// Function that the sort calls repeatedly. If it returns true, the sort ends with Interrupted.
  std::function<bool()> stopped = [] { return false; };
};

struct SortReport {
  Plan plan;
  /// Algorithm that sorts keys, and the reason for its choice; the reason is empty if the user chose it.
  std::string algorithm, reason;
  unsigned key_bits = 64;
  std::uint64_t records = 0, bytes = 0;  ///< number of sorted records; bytes of the output
  std::uint64_t left_out = 0;            ///< number of input records without a key, which the output omits
  std::uint64_t written = 0;             ///< number of records in the output
  std::uint64_t runs = 0, resumed_runs = 0, stored_bytes = 0;
  std::uint64_t peak_bytes = 0;  ///< highest resident memory of the process in bytes
  std::vector<std::string> notes;
  std::optional<CopyTimes> copies{};  ///< times of plain copies of the inputs; null if they were not timed
  SortState state;
};

/// Returns the I/O efficiency of a finished sort: the time of two plain copies of its bytes, divided by the time of its
/// phases. Returns nothing without times of copies, and for a sort without runs, which moves its bytes once only.
std::optional<double> io_efficiency(const SortReport& report);

/// Sorts files. Creates or replaces the output file only on success. Records with equal keys keep the input order.
/// Other threads may read `meter` during the sort.
/// Throws UsageError if an input is truncated or changes, or if the output cannot be written. Throws UnavailableError
/// before reading if memory or disk space is insufficient. Throws DamagedRun if a run cannot be read back. Throws
/// Interrupted if the request ends the sort.
SortReport sort_files(const SortRequest& request, Meter& meter);

/// Return the current and the highest resident memory of this process in bytes, or 0 if the system does not report it.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

/// Returns the default memory budget of a sort: half of this machine's available memory, in bytes.
std::uint64_t usual_memory();

}  // namespace texelsort::external
