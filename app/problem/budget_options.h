#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Measuring effort per configuration: --samples and --seconds.
struct BudgetOptions {
  measure::Budget budget{};
  std::uint64_t samples = 0;                         ///< exact number of samples; 0 if not given
  double usual_seconds = measure::Budget{}.seconds;  ///< default of --seconds

  BudgetOptions() = default;
  explicit BudgetOptions(double seconds) : budget{.seconds = seconds}, usual_seconds(seconds) {}

  /// Declares or writes both options, and returns the declared ones. Their help texts begin with `when`; the help of
  /// --seconds names `usual` as its default.
  std::vector<CLI::Option*> add_options(const OptionGroup& group, const std::string& when = "",
                                        const std::string& usual = "");
};

}  // namespace texelsort::app
