#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// How long to measure: --samples and --seconds.
struct BudgetOptions {
  measure::Budget budget{};
  std::uint64_t samples = 0;                         ///< exactly as many; 0 while not given
  double usual_seconds = measure::Budget{}.seconds;  ///< without --seconds

  BudgetOptions() = default;
  explicit BudgetOptions(double seconds) : budget{.seconds = seconds}, usual_seconds(seconds) {}

  /// Declares or writes them. Returns what is declared. Their help begins with `when` and says that --seconds is
  /// `usual` by default.
  std::vector<CLI::Option*> add_options(const OptionGroup& group, const std::string& when = "",
                                        const std::string& usual = "");
};

}  // namespace texelsort::app
