#pragma once

#include <optional>

#include "app/cli/common_options.h"

namespace texelsort::app {

/// A problem that is made as late as it can be, so that what will refuse it is asked before gigabytes of keys are made.
class PendingProblem {
 public:
  explicit PendingProblem(const ProblemSpec& spec) : spec_(spec) {}

  /// Of keys that are to be made, before they are; others are read for it. Throws as load().
  algorithms::ProblemForm form();

  /// The problem itself, once.
  LoadedProblem take();

 private:
  const ProblemSpec& spec_;
  std::optional<LoadedProblem> loaded_;
};

/// The algorithm asked for. Without one the fastest that takes the problem here, or, where the passes are to be looked
/// at, the one whose passes the slides show; where there is no OpenGL with a note.
Choice choose_algorithm(algorithms::Task task, const AlgorithmOptions& options, DeviceOptions& devices,
                        PendingProblem& problem, bool trace);

}  // namespace texelsort::app
