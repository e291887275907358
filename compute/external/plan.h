#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/data/text/number_format.h"

namespace texelsort::external {

/// Input of make_plan(). Sizes are in bytes.
struct PlanRequest {
  std::optional<std::uint64_t> input_bytes;  ///< bytes of the input; null for a pipe, whose length is unknown
  std::uint64_t memory = 0;                  ///< memory budget of the whole process
  std::uint64_t resident = 0;                ///< resident memory of the process before the sort
  std::uint64_t record_bytes = 100;          ///< length of a typical record
  bool table = false;                        ///< true if record lengths differ, so that each record needs an offset
  std::uint64_t key_bytes = 0;               ///< length of the stored key of a record, in addition to the prefix
  std::uint64_t sort_bytes = 64;             ///< bytes per record while sorting keys, including keys and order
  std::uint64_t most_records = ~0u;          ///< maximum number of records per call of the sort
  std::optional<std::uint64_t> run_bytes{};  ///< size of a run, if the user sets it
  std::uint64_t read_bytes = std::uint64_t{2} << 20;  ///< maximum bytes per read in the second phase (T)
  std::uint64_t sorters = 1;                          ///< number of chunks sorted concurrently
  std::uint64_t most_runs = ~std::uint64_t{0};        ///< maximum number of open runs
  unsigned processors = 1;
  bool compress = false;
};

struct Plan {
  bool fits = false;                ///< true if the input is sorted in memory as one run, without a merge
  std::uint64_t usable = 0;         ///< memory available for the sort
  std::uint64_t needed = 0;         ///< memory to sort the input without runs; 0 if unknown
  std::uint64_t largest_run = 0;    ///< maximum size of a run, so that three fit in memory for the pipeline
  std::uint64_t input_bytes = 0;    ///< bytes of the input (N in Salzberg's rule); 0 if unknown
  std::uint64_t salzberg_read = 0;  ///< bytes per read (T) in Salzberg's rule
  double salzberg = 0;  ///< run size sqrt(T N) by Salzberg's rule; 0 if N is unknown or the rule was not applied
  std::uint64_t run_bytes = 0;    ///< chosen size of a run (R in Salzberg's rule)
  std::uint64_t runs = 0;         ///< estimated number of runs; 0 if unknown
  std::uint64_t most_read = 0;    ///< maximum bytes per read in the merge
  std::uint64_t read_bytes = 0;   ///< bytes per read of one run by each merge thread
  std::uint64_t write_bytes = 0;  ///< bytes per write
  std::uint64_t piece_bytes = 0;  ///< bytes per piece of a run, the unit of checking and compression
  std::uint64_t fan_in = 0;       ///< number of runs per merge
  unsigned merge_threads = 0;     ///< number of threads that merge key ranges in parallel; 0 if unknown
  std::uint64_t merge_bytes = 0;  ///< memory for the merge
  /// Longest accepted record if lengths differ, otherwise 0.
  std::uint64_t longest_record = 0;
  /// Memory for the records of a chunk, and the overhead per record.
  std::uint64_t chunk_cost = 0, record_cost = 0;
  unsigned levels = 0;               ///< number of merges per record; 0 if none or unknown
  std::vector<std::string> reasons;  ///< reasons for the plan: sentences with numbers, for the user
};

/// Returns R = sqrt(T N) of Salzberg's rule (B. Salzberg, "Merging sorted runs using large main memory", Acta
/// Informatica 27, 1990, as given in the slides): with reads of T bytes in the second phase, runs of R bytes make input
/// and output of N bytes efficient.
double salzberg_run(double read_bytes, double input_bytes);

/// Number of chunks in the pipeline: one is read, one per sorter is sorted, one is written.
constexpr std::uint64_t chunks_in_pipeline(std::uint64_t sorters) {
  return 2 + sorters;
}

/// Throws UnavailableError, because the runs exceed the number of files that may be open.
[[noreturn]] void refuse_runs(std::uint64_t runs, std::uint64_t most);

/// Plans a sort. Throws UnavailableError if the memory is too small (with the size that is needed) or if there are too
/// many runs.
Plan make_plan(const PlanRequest& request);

using data::size_text;

}  // namespace texelsort::external
