#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/data/text/number_format.h"

namespace texelsort::external {

/// Facts that determine the plan of an external sort. Sizes are in bytes.
struct PlanRequest {
  std::optional<std::uint64_t> input_bytes;  ///< length of the input in bytes; null for a pipe, whose length is unknown
  std::uint64_t memory = 0;                  ///< memory budget of the whole process in bytes
  std::uint64_t resident = 0;                ///< resident memory of the process before the sort, in bytes
  std::uint64_t record_bytes = 100;          ///< typical length of a record in bytes
  bool table = false;           ///< true if record lengths differ, so that a table must hold the offset of each record
  std::uint64_t key_bytes = 0;  ///< bytes of a record's stored key; 0 if runs store no keys
  /// Memory per record during the sort of keys, in bytes, including keys and record indices.
  std::uint64_t sort_bytes = 64;
  std::uint64_t most_records = ~0u;                   ///< maximum number of records per call of the in-memory sort
  std::optional<std::uint64_t> run_bytes{};           ///< size of a run in bytes; null unless the user sets it
  std::uint64_t read_bytes = std::uint64_t{2} << 20;  ///< maximum bytes per read in the merge (T in Salzberg's rule)
  std::uint64_t sorters = 1;                          ///< number of chunks that are sorted concurrently
  std::uint64_t most_runs = ~std::uint64_t{0};        ///< maximum number of runs that may be open at once
  unsigned processors = 1;
  bool compress = false;
};

struct Plan {
  bool fits = false;              ///< true if the whole input is sorted in memory, without a merge
  std::uint64_t usable = 0;       ///< memory available for the sort in bytes
  std::uint64_t needed = 0;       ///< memory to sort the whole input at once, in bytes; 0 if unknown
  std::uint64_t largest_run = 0;  ///< maximum size of a run in bytes, at which all chunks of the pipeline fit in memory
  std::uint64_t input_bytes = 0;  ///< bytes of the input (N in Salzberg's rule); 0 if unknown
  std::uint64_t salzberg_read = 0;  ///< bytes per read (T in Salzberg's rule)
  /// Run size sqrt(T N) by Salzberg's rule, in bytes; 0 if N is unknown or the rule was not applied.
  double salzberg = 0;
  std::uint64_t run_bytes = 0;    ///< chosen size of a run in bytes (R in Salzberg's rule)
  std::uint64_t runs = 0;         ///< estimated number of runs; 0 if unknown
  std::uint64_t most_read = 0;    ///< maximum bytes per read in the merge
  std::uint64_t read_bytes = 0;   ///< bytes per read of one run by each merge thread
  std::uint64_t write_bytes = 0;  ///< bytes per write of sorted records
  std::uint64_t piece_bytes = 0;  ///< bytes per piece of a run, the unit of checking and compression
  std::uint64_t fan_in = 0;       ///< maximum number of runs per merge
  unsigned merge_threads = 0;     ///< number of threads that merge key ranges in parallel; 0 if unknown
  std::uint64_t merge_bytes = 0;  ///< memory of the merge in bytes
  /// Longest accepted record in bytes if record lengths differ. Otherwise 0.
  std::uint64_t longest_record = 0;
  /// Memory in bytes for the records of a chunk, and additional memory per record, as in ReadLimits.
  std::uint64_t chunk_cost = 0, record_cost = 0;
  unsigned levels = 0;               ///< number of times that each record is merged; 0 if never or unknown
  std::vector<std::string> reasons;  ///< reasons for the plan, as sentences with numbers for users
};

/// Returns the size of a run in bytes by Salzberg's rule, R = sqrt(T N). T is the bytes per read in the merge, and N
/// the bytes of the input. The source is B. Salzberg, "Merging sorted runs using large main memory", Acta Informatica
/// 27, 1990, as given in the slides.
double salzberg_run(double read_bytes, double input_bytes);

/// Returns the number of chunks in the pipeline: one to read, one per sorter, and one to write.
constexpr std::uint64_t chunks_in_pipeline(std::uint64_t sorters) {
  return 2 + sorters;
}

/// Throws UnavailableError with remedies. Called if the runs need more open files than the system allows.
[[noreturn]] void refuse_runs(std::uint64_t runs, std::uint64_t most);

/// Plans an external sort. Throws UnavailableError with the required size if the memory is too small, or if there are
/// too many runs.
Plan make_plan(const PlanRequest& request);

using data::size_text;

}  // namespace texelsort::external
