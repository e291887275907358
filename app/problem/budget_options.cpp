#include "app/problem/budget_options.h"

#include <cmath>

#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

std::vector<CLI::Option*> BudgetOptions::add_options(const OptionGroup& group, const std::string& when,
                                                     const std::string& usual) {
  const auto read_samples = [this](const std::string& text) {
    constexpr std::uint64_t most = 100'000;
    samples = whole_option(text, "--samples");
    if (samples < 1 || samples > most) {
      throw UsageError(fmt::format("--samples: expected a number from 1 to {}, found {}", most, samples));
    }
    budget.min_samples = budget.max_samples = samples;
  };
  const auto read_seconds = [this](const std::string& text) {
    budget.seconds = data::read_number<double>(text).value_or(0);
    if (!(budget.seconds > 0) || std::isinf(budget.seconds)) {
      throw UsageError(fmt::format("--seconds: expected a number above 0, found '{}'", text));
    }
  };
  return {group.read("--samples", "NUMBER", read_samples, when + "exact number of samples, 1 to 100000", {},
                     [this] { return samples > 0 ? std::optional(std::to_string(samples)) : std::nullopt; }),
          group.read("--seconds", "SECONDS", read_seconds,
                     fmt::format("{}approximate sampling time in seconds (default: {})", when, usual), {}, [this] {
                       return budget.seconds == usual_seconds ? std::nullopt
                                                              : std::optional(fmt::format("{}", budget.seconds));
                     })};
}

}  // namespace texelsort::app
