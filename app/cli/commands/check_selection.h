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

/// Options of `texelsort check` that select cases by key type, payload, distribution, size and other properties.
struct CheckSelectionOptions {
  std::vector<std::string> types, payloads, distributions, sizes, orders, comparisons, layouts, sequences, ranks;
  std::uint64_t seed = 1;
  bool full = false, quick = false;
  AlgorithmOptions parameters;

  /// Declares the options that select cases.
  void add(const OptionGroup& group);

  /// Returns the command-line words that repeat the selection, each after a space.
  std::string command_line() const;
};

/// Selects the cases of an algorithm that match the options of the command line. The options must outlive the
/// selection.
class CheckSelection {
 public:
  /// Throws UsageError if an option contains an invalid word.
  CheckSelection(const CheckSelectionOptions& options, const cuda::ExecutionOptions& execution);

  std::vector<algorithms::CheckCase> cases(const algorithms::Algorithm& algorithm) const;

  /// Throws a UsageError that names the options that exclude all cases. Must only be called if no chosen algorithm has
  /// a case.
  [[noreturn]] void refuse_nothing(std::span<const algorithms::Algorithm* const> chosen) const;

 private:
  struct Filter {
    std::string words;  ///< option and its words as on the command line, for error messages
    std::function<bool(const algorithms::CheckCase&)> keeps;
  };

  /// Adds a filter. It keeps a case if `value_of(case)` equals `read(word)` for at least one word. Without words, it
  /// keeps all cases.
  template <class Read, class ValueOf>
  void add(const char* option, const std::vector<std::string>& words, Read read, ValueOf value_of);

  std::vector<algorithms::CheckCase> matrix(const algorithms::Algorithm& algorithm) const;

  std::vector<Filter> filters_;
  std::vector<std::uint64_t> sizes_;
  const CheckSelectionOptions& options_;
  const cuda::ExecutionOptions& execution_;
};

}  // namespace texelsort::app
