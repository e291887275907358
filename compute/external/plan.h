#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/data/text/number_format.h"

namespace texelsort::external {

/// What decides how a sort uses its memory. Sizes are bytes.
struct PlanRequest {
  std::optional<std::uint64_t> input_bytes;  ///< nothing: a pipe, whose end nobody knows
  std::uint64_t memory = 0;                  ///< the budget of the whole process
  std::uint64_t resident = 0;                ///< what the process has before the sort begins
  std::uint64_t record_bytes = 100;          ///< of a usual record
  bool table = false;                        ///< records differ in length: a place is kept for each
  std::uint64_t key_bytes = 0;               ///< kept of each record's key beside the prefix
  std::uint64_t sort_bytes = 64;             ///< that sorting the keys takes for each record, keys and order included
  std::uint64_t most_records = ~0u;          ///< that the sort takes at a time
  std::optional<std::uint64_t> run_bytes{};  ///< of a run, if somebody asks for it
  std::uint64_t read_bytes = std::uint64_t{2} << 20;  ///< T: of one read in the second phase, at most
  std::uint64_t sorters = 1;                          ///< chunks that are sorted side by side
  std::uint64_t most_runs = ~std::uint64_t{0};        ///< that may be open at a time
  unsigned processors = 1;
  bool compress = false;
};

struct Plan {
  bool fits = false;                ///< sorted in memory as one run, nothing is merged
  std::uint64_t usable = 0;         ///< memory for the sort itself
  std::uint64_t needed = 0;         ///< to sort the input in memory; 0: not known
  std::uint64_t largest_run = 0;    ///< that memory has room for with three of them in the pipeline
  std::uint64_t input_bytes = 0;    ///< N; 0: not known
  std::uint64_t salzberg_read = 0;  ///< T by which the rule was asked
  double salzberg = 0;              ///< sqrt(T N); 0: N is not known, or nobody asked
  std::uint64_t run_bytes = 0;      ///< chosen: R
  std::uint64_t runs = 0;           ///< about; 0: not known
  std::uint64_t most_read = 0;      ///< of one read in the merge, at most
  std::uint64_t read_bytes = 0;     ///< T as used: what each thread of the merge reads of a run at once
  std::uint64_t write_bytes = 0;    ///< of one write
  std::uint64_t piece_bytes = 0;    ///< of a run's pieces, which are checked and compressed at once
  std::uint64_t fan_in = 0;         ///< runs that are merged at a time
  unsigned merge_threads = 0;       ///< that merge ranges of keys at the same time; 0: not known
  std::uint64_t merge_bytes = 0;    ///< memory for the merge
  /// The longest record where they differ in length, 0 elsewhere: a longer one is refused.
  std::uint64_t longest_record = 0;
  /// What the records of a chunk may take in memory, and each of them beside its own bytes.
  std::uint64_t chunk_cost = 0, record_cost = 0;
  unsigned levels = 0;               ///< merges that a record goes through; 0: none, or not known
  std::vector<std::string> reasons;  ///< sentences, with the numbers
};

/// Salzberg's rule (B. Salzberg, "Merging sorted runs using large main memory", Acta Informatica 27, 1990, as the
/// slides have it): with reads of T bytes in the second phase, N bytes are sorted with efficient input and output where
/// a run has R = sqrt(T N).
double salzberg_run(double read_bytes, double input_bytes);

/// Chunks that are in the pipeline at a time: one read, one sorted by each sorter, one written.
constexpr std::uint64_t chunks_in_pipeline(std::uint64_t sorters) {
  return 2 + sorters;
}

/// Throws UnavailableError: more runs than may be open at a time.
[[noreturn]] void refuse_runs(std::uint64_t runs, std::uint64_t most);

/// A pure function. Throws UnavailableError where the memory is too little, with what is needed, and for too many runs.
Plan make_plan(const PlanRequest& request);

using data::size_text;

}  // namespace texelsort::external
