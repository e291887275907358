#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/cli_fwd.h"
#include "app/cli/common_options.h"
#include "compute/check/verify.h"

namespace texelsort::app {

/// The options of `texelsort check` that choose cases of the matrix.
struct CheckSelectionOptions {
  std::vector<std::string> types, payloads, distributions, sizes;
  std::uint64_t seed = 1;
  bool full = false, quick = false;
  AlgorithmOptions parameters;

  /// Declares these options.
  void add(const OptionGroup& group);

  /// The words that repeat the choice, each with a space before it.
  std::string command_line() const;
};

/// What the command line leaves of an algorithm's matrix. The options must outlive it.
class CheckSelection {
 public:
  /// Throws UsageError for a word that names no type, payload, distribution or size.
  explicit CheckSelection(const CheckSelectionOptions& options);

  std::vector<algorithms::CheckCase> cases(const algorithms::Algorithm& algorithm) const;

 private:
  std::set<data::KeyType> types_;
  std::set<std::pair<data::PayloadKind, std::uint32_t>> payloads_;
  std::set<std::string> distributions_;
  std::vector<std::uint64_t> sizes_;
  const CheckSelectionOptions& options_;
};

}  // namespace texelsort::app
