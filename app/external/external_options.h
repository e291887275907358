#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/external/format.h"

namespace texelsort::app {

/// Options for the format of records: --record and --key, --by with its options, and --explain. By default, records
/// have the format of the sort benchmark.
class FormatOptions {
 public:
  /// Adds the options for the format of records. If `selects` is true, also adds --unique and --top.
  void add_options(CLI::App& app, bool selects);

  /// Returns the format of the files' records. If --by is used, the first non-empty file determines the format. Throws
  /// UsageError if a key lies outside the record or names no column.
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

/// Prints the format in which texelsort reads the files, for --explain.
void explain_format(const std::vector<std::string>& files, const external::RecordFormat& format);

/// Option --threads, which limits the number of threads.
class ThreadOptions {
 public:
  void add_options(const OptionGroup& group);

  /// Limits the number of oneTBB's threads while the returned object exists. Returns null without --threads.
  std::shared_ptr<void> limit() const;

 private:
  std::uint64_t threads_ = 0;  ///< number of threads; 0 means all processors
};

/// Configures malloc to return freed memory to the operating system at once, which sorts with a memory budget need.
void give_freed_memory_back();

}  // namespace texelsort::app
