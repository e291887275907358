#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/options/device_options.h"
#include "app/problem/cli_fwd.h"
#include "compute/check/verify.h"

namespace texelsort::app {

/// Options of `texelsort check` that select cases of the matrix.
struct CheckSelectionOptions {
  std::vector<std::string> types, payloads, distributions, sizes, orders, comparisons, layouts, sequences, ranks;
  std::uint64_t seed = 1;
  bool full = false, quick = false;
  AlgorithmOptions parameters;

  /// Declares the options of the selection.
  void add(const OptionGroup& group);

  /// Returns the words that repeat the selection, each after a space.
  std::string command_line() const;
};

/// Filters an algorithm's matrix of cases by the options of the command line. The options must outlive it.
class CheckSelection {
 public:
  /// Throws UsageError for an invalid word of an option.
  CheckSelection(const CheckSelectionOptions& options, const cuda::ExecutionOptions& execution);

  std::vector<algorithms::CheckCase> cases(const algorithms::Algorithm& algorithm) const;

  /// Throws UsageError that names the options which leave no case. Call it if no chosen algorithm has a case.
  [[noreturn]] void refuse_nothing(std::span<const algorithms::Algorithm* const> chosen) const;

 private:
  struct Filter {
    std::string words;  ///< the option's words on the command line
    std::function<bool(const algorithms::CheckCase&)> keeps;
  };

  /// Keeps cases whose `value_of(case)` equals `read(word)` for one of the words. Keeps all cases if there are no
  /// words.
  template <class Read, class ValueOf>
  void add(const char* option, const std::vector<std::string>& words, Read read, ValueOf value_of);

  std::vector<algorithms::CheckCase> matrix(const algorithms::Algorithm& algorithm) const;

  std::vector<Filter> filters_;
  std::vector<std::uint64_t> sizes_;
  const CheckSelectionOptions& options_;
  const cuda::ExecutionOptions& execution_;
};

}  // namespace texelsort::app
