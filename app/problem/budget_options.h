#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Options that limit the measurements of each configuration: --samples and --seconds.
struct BudgetOptions {
  measure::Budget budget{};
  std::uint64_t samples = 0;                         ///< exact number of samples; 0 if --samples is not used
  double usual_seconds = measure::Budget{}.seconds;  ///< default of --seconds, in seconds

  BudgetOptions() = default;
  explicit BudgetOptions(double seconds) : budget{.seconds = seconds}, usual_seconds(seconds) {}

  /// Adds --samples and --seconds to `group`, and returns the declared options. Both help texts begin with the text
  /// `when`. The help of --seconds states the default in the words of `usual`.
  std::vector<CLI::Option*> add_options(const OptionGroup& group, const std::string& when = "",
                                        const std::string& usual = "");
};

}  // namespace texelsort::app
