#include "app/session/options/shown_algorithm.h"

#include <fmt/format.h>

#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

const algorithms::Algorithm& shown_algorithm(const AlgorithmOptions& options, const QuestionOptions& questions) {
  const char* usual = questions.any() ? "select/depth@fragment" : default_window_algorithm;
  const auto& algorithm = algorithms::find_algorithm(options.id.empty() ? usual : options.id);
  if (questions.any() && algorithm.info().task != algorithms::Task::select) {
    throw UsageError(fmt::format("{} {}s: for -k, --median and similar options, choose an algorithm of select/*",
                                 algorithm.info().id, name(algorithm.info().task)));
  }
  return algorithm;
}

ProblemSpec undecided_problem() {
  ProblemSpec spec;
  spec.distribution.clear();
  return spec;
}

ProblemSpec shown_example(const algorithms::Algorithm& algorithm) {
  ProblemSpec spec = default_window_problem();
  if (algorithm.info().task == algorithms::Task::select) spec.distribution = "slides-kth-largest";
  if (algorithm.info().task == algorithms::Task::merge) {
    spec = undecided_problem();
    spec.n = 64;  // large enough for several blocks in every merge algorithm
  }
  return spec;
}

ProblemSpec default_window_problem() {
  ProblemSpec spec;
  spec.distribution = "slides-bitonic";
  return spec;
}

}  // namespace texelsort::app
