#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compute/external/format.h"
#include "compute/external/key_sorter.h"
#include "compute/external/meter.h"
#include "compute/external/plan.h"

/// Sorting files that memory does not hold.
namespace texelsort::external {

struct SortRequest {
  std::vector<std::string> inputs;  ///< "-": standard input
  std::string output;               ///< may be one of the inputs; "-": standard output
  const RecordFormat* format = nullptr;
  data::RowSelection selection{};  ///< which of the sorted records are kept
  SortChoice sort{};
  std::uint64_t memory = 0;               ///< of the whole process, bytes
  std::vector<std::string> temp_folders;  ///< empty: the system's
  bool compress = false, keep_runs = false, resume = false;
  std::optional<std::uint64_t> run_bytes{}, read_bytes{};
  bool plan_only = false;
  std::function<bool()> stopped = [] { return false; };  ///< asked often; true: ends with Interrupted
};

struct SortReport {
  Plan plan;
  std::string algorithm, reason;  ///< the reason is empty if it was asked for
  unsigned key_bits = 64;
  std::uint64_t records = 0, bytes = 0;  ///< sorted; bytes of the output
  std::uint64_t left_out = 0;            ///< of the records: without a key
  std::uint64_t written = 0;             ///< of the records
  std::uint64_t runs = 0, resumed_runs = 0, stored_bytes = 0;
  std::uint64_t peak_bytes = 0;  ///< resident memory of the process at its highest
  std::vector<std::string> notes;
  SortState state;
};

/// Sorts; the output is at its place when this returns, and only then. Equal keys keep the order of the input. `meter`
/// may be looked at from other threads. Throws UsageError for inputs that are cut or change, and where nothing can be
/// written; UnavailableError where memory or disk is too small, before anything is read; DamagedRun; Interrupted.
SortReport sort_files(const SortRequest& request, Meter& meter);

/// Resident memory of this process, bytes: now, and at its highest; 0 where the system does not tell.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

/// Half of the memory that this machine has to spare.
std::uint64_t usual_memory();

}  // namespace texelsort::external
