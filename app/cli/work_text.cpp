#include "app/cli/work_text.h"

#include <fmt/format.h>

#include "compute/data/readable.h"

namespace texelsort::app {

std::string loading_text(const ProblemSpec& spec) {
  if (const auto n = generated_n(spec)) return fmt::format("making {} keys", data::grouped(*n));
  if (!spec.files.empty()) return fmt::format("reading {} files", data::grouped(spec.files.size()));
  if (!spec.values.empty()) return "reading the numbers";
  return "reading " + (spec.input == "-" ? "standard input" : spec.input);
}

std::string working_text(const algorithms::Algorithm& algorithm, const algorithms::Problem& problem) {
  const auto verb = [&algorithm] {
    switch (algorithm.info().task) {
      case algorithms::Task::sort:
        return "sorting";
      case algorithms::Task::select:
        return "selecting from";
      case algorithms::Task::merge:
        break;
    }
    return "merging";
  };
  return fmt::format("{} {} keys with {}", verb(), data::grouped(problem.n()), algorithm.info().id);
}

}  // namespace texelsort::app
