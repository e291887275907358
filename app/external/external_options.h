#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/external/format.h"

namespace texelsort::app {

/// --record and --key, --by and what belongs to it, and --explain. Without them records are those of the sort
/// benchmark.
class FormatOptions {
 public:
  /// `selects`: with --unique and --top.
  void add_options(CLI::App& app, bool selects);

  /// Format of the files' records. The start of the first file that is not empty tells the format of rows. Throws
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

/// Prints how files are understood that are read as one, for --explain.
void explain_format(const std::vector<std::string>& files, const external::RecordFormat& format);

/// --threads: how many processors take part, while it exists.
class ThreadOptions {
 public:
  void add_options(const OptionGroup& group);

  /// As long as what is returned exists, oneTBB uses that number of threads. Throws UsageError.
  std::shared_ptr<void> limit() const;

 private:
  std::uint64_t threads_ = 0;  ///< 0: all
};

/// Memory that is let go of goes back to the system at once: what sorts within a budget needs that.
void give_freed_memory_back();

}  // namespace texelsort::app
