#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/external/format.h"

namespace texelsort::app {

/// Options for the record format: --record and --key, --by with its options, and --explain. Without them, records have
/// the sort benchmark's format.
class FormatOptions {
 public:
  /// Adds the options, including --unique and --top if `selects` is true.
  void add_options(CLI::App& app, bool selects);

  /// Returns the format of the files' records. For rows, the first non-empty file determines it. Throws UsageError if a
  /// key lies outside the record or names no column.
  std::unique_ptr<const external::RecordFormat> format(const std::vector<std::string>& inputs) const;
  bool explains() const { return explain_; }
  const data::RowSelection& selection() const { return selection_; }

 private:
  const CLI::App* app_ = nullptr;
  std::string record_;
  std::vector<std::string> keys_;
  data::RowOptions rows_;
  data::RowSelection selection_;
  bool explain_ = false;
};

/// Prints, for --explain, the format in which these files are read.
void explain_format(const std::vector<std::string>& files, const external::RecordFormat& format);

/// Option --threads, the number of processors to use.
class ThreadOptions {
 public:
  void add_options(const OptionGroup& group);

  /// Limits oneTBB to the chosen number of threads during the lifetime of the result. Throws UsageError for an invalid
  /// number.
  std::shared_ptr<void> limit() const;

 private:
  std::uint64_t threads_ = 0;  ///< number of threads; 0 means all processors
};

/// Configures malloc to return freed memory to the system at once. Sorts with a memory budget need this.
void give_freed_memory_back();

}  // namespace texelsort::app
