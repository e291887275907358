#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/external/format.h"

namespace texelsort::app {

/// Options for the format of the records in files: --record and --key, --by with its options, and --explain. Without
/// these options, records have the format of the sort benchmark (sortbenchmark.org).
class FormatOptions {
 public:
  /// Adds the options of this group to a command. If `selects` is true, also adds --unique and --top.
  void add_options(CLI::App& app, bool selects);

  /// Returns the record format of the files `inputs`. If the command line contains --by, the first non-empty file
  /// determines the format. Throws UsageError for a key that lies outside the record or names no column.
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

/// Prints how texelsort interprets the records of the files, for the option --explain.
void explain_format(const std::vector<std::string>& files, const external::RecordFormat& format);

/// Option --threads, which limits the number of threads.
class ThreadOptions {
 public:
  void add_options(const OptionGroup& group);

  /// Limits the threads of oneTBB until the returned object is destroyed. Returns null if --threads is not used.
  std::shared_ptr<void> limit() const;

 private:
  std::uint64_t threads_ = 0;  ///< number of threads; 0 means all processors
};

/// Configures malloc to return freed memory to the operating system at once. Sorts with a memory budget would otherwise
/// exceed their budget.
void give_freed_memory_back();

}  // namespace texelsort::app
