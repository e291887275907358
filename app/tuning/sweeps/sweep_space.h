#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/problem/problem_spec.h"
#include "app/tuning/sweeps/axis.h"
#include "app/tuning/sweeps/configurations.h"
#include "compute/algorithms/prepare.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// One configuration on one problem.
struct Trial {
  algorithms::Configuration configuration{};  ///< algorithm with the effective values of its competitor and of the axes
  ProblemSpec spec{};
  std::uint64_t n = 0;
  std::map<std::string, std::string> used{};       ///< values of all effective parameters; if rejected, the given ones
  std::optional<algorithms::Prepared> prepared{};  ///< the prepared algorithm; empty if the trial is rejected
  std::string refusal{};                           ///< reason why the trial cannot run, with the limits
  bool times_passes = false;                       ///< true if each pass is timed too; does not affect key()

  /// Returns the configuration and the problem in one line. Trials with equal keys are the same trial.
  std::string key() const;
};

/// Returns the trial of a competitor with those values of the axes that have an effect. The competitor's own values
/// take precedence; if they have no effect, the trial is rejected. `device` is null without OpenGL.
Trial make_trial(const algorithms::Configuration& competitor, const ProblemSpec& spec,
                 const std::map<std::string, std::string>& values, const gpu::DeviceInfo* device,
                 const cuda::ExecutionOptions& execution);

/// Returns the text of Trial::key(). `task` contains options in the form of task_words().
std::string trial_key(const std::string& algorithm, const std::map<std::string, std::string>& used, std::uint64_t n,
                      const std::string& type, const std::string& distribution, const std::string& order,
                      const std::string& payload, const std::string& task);

/// The set of trials of a sweep.
struct SweepSpace {
  std::vector<algorithms::Configuration> competitors;
  std::vector<Axis> axes;
  std::vector<ProblemSpec> problems;  ///< generated problems with a size
  cuda::ExecutionOptions execution{};
};

/// Greatest number of trials in a sweep. Larger spaces need a search.
constexpr std::uint64_t most_trials = 100'000;

/// Returns every competitor with every combination of its axes, on every problem. Combinations that differ only in
/// unused parameters are one trial. `device` is null without OpenGL. Throws UsageError for more than `most_trials`
/// trials, and, with the first reason, for an axis without a value that a competitor accepts.
std::vector<Trial> trials_of(const SweepSpace& space, const gpu::DeviceInfo* device);

}  // namespace texelsort::app
