#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/option_group.h"
#include "compute/external/format.h"

namespace texelsort::app {

/// --record and --key: what the records of a file are. Without them they are those of the sort benchmark.
class FormatOptions {
 public:
  void add_options(CLI::App& app);

  /// Throws UsageError where a key is not within the record.
  std::unique_ptr<const external::RecordFormat> format() const;

 private:
  std::string record_;
  std::vector<std::string> keys_;
};

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
