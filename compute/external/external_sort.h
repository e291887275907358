#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compute/external/format.h"
#include "compute/external/key_sorter.h"
#include "compute/external/meter.h"
#include "compute/external/plan.h"

/// Sorts files that do not fit in memory.
namespace texelsort::external {

struct SortRequest {
  std::vector<std::string> inputs;  ///< paths; "-" is standard input
  std::string output;               ///< path, possibly that of an input; "-" is standard output
  const RecordFormat* format = nullptr;
  data::RowSelection selection{};  ///< sorted records to keep
  SortChoice sort{};
  std::uint64_t memory = 0;               ///< memory budget of the whole process, in bytes
  std::vector<std::string> temp_folders;  ///< folders of the runs; the system's temporary folder if empty
  bool compress = false, keep_runs = false, resume = false;
  std::optional<std::uint64_t> run_bytes{}, read_bytes{};
  bool plan_only = false;
  /// Function that is called often. Ends the sort with Interrupted by returning true.
  std::function<bool()> stopped = [] { return false; };
};

struct SortReport {
  Plan plan;
  std::string algorithm, reason;  ///< algorithm and reason for its choice; the reason is empty if the user chose it
  unsigned key_bits = 64;
  std::uint64_t records = 0, bytes = 0;  ///< number of sorted records; bytes of the output
  std::uint64_t left_out = 0;            ///< number of records without a key
  std::uint64_t written = 0;             ///< number of records in the output
  std::uint64_t runs = 0, resumed_runs = 0, stored_bytes = 0;
  std::uint64_t peak_bytes = 0;  ///< highest resident memory of the process, in bytes
  std::vector<std::string> notes;
  SortState state;
};

/// Sorts files. The output appears in its place only on success. Equal keys keep the input order. Other threads may
/// read `meter`. Throws UsageError if an input is truncated or changes, or if the output cannot be written. Throws
/// UnavailableError before reading if memory or disk space is insufficient. Throws DamagedRun and Interrupted.
SortReport sort_files(const SortRequest& request, Meter& meter);

/// Return the current and the highest resident memory of this process in bytes, or 0 if the system does not report it.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

/// Returns half of the available memory of this machine, in bytes.
std::uint64_t usual_memory();

}  // namespace texelsort::external
