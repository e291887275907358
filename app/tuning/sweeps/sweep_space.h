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

/// One configuration of an algorithm on one problem.
struct Trial {
  /// Algorithm with the values of the competitor and of the axes, without values that have no effect.
  algorithms::Configuration configuration{};
  ProblemSpec spec{};
  std::uint64_t n = 0;
  /// Values of all parameters in use. If the trial is rejected, only the values that were set.
  std::map<std::string, std::string> used{};
  std::optional<algorithms::Prepared> prepared{};  ///< the algorithm, ready to start; empty if it rejects the trial
  std::string refusal{};      ///< reason why the trial cannot run, and the violated limits; empty if it can run
  bool timeout = false;       ///< true if the trial cannot run because it is too slow
  bool times_passes = false;  ///< true if each pass is also timed on its own, which does not affect key()

  /// Returns the configuration and the problem in one line, as an identifier: equal lines belong to equal trials.
  std::string key() const;
};

/// Returns the trial of a competitor, with those values of the axes that have an effect. The competitor's own values
/// take precedence. If one of them has no effect, the trial is rejected. `device` is null without OpenGL.
Trial make_trial(const algorithms::Configuration& competitor, const ProblemSpec& spec,
                 const std::map<std::string, std::string>& values, const gpu::DeviceInfo* device,
                 const cuda::ExecutionOptions& execution);

/// Returns the text that Trial::key() returns for a trial with these properties. `task` contains options in the form of
/// task_words().
std::string trial_key(const std::string& algorithm, const std::map<std::string, std::string>& used, std::uint64_t n,
                      const std::string& type, const std::string& distribution, const std::string& order,
                      const std::string& payload, const std::string& task);

/// Returns the trial of make_trial(), with the values of the axes that have an expression. An expression may use n and
/// all values that the trial uses, also default values. Returns nothing if a restriction is false. Restrictions that
/// use values which the trial does not have are ignored. Rejects the trial if an expression has no value.
std::optional<Trial> make_derived_trial(const algorithms::Configuration& competitor, const ProblemSpec& spec,
                                        const std::map<std::string, std::string>& values, const std::vector<Axis>& axes,
                                        const std::vector<Expression>& restrictions, const gpu::DeviceInfo* device,
                                        const cuda::ExecutionOptions& execution);

/// Configurations, axes and problems of a sweep, which together define its trials.
struct SweepSpace {
  std::vector<algorithms::Configuration> competitors;
  std::vector<Axis> axes;
  std::vector<ProblemSpec> problems;  ///< generated problems whose size is set
  cuda::ExecutionOptions execution{};
  std::vector<Expression> restrictions{};  ///< conditions that every trial must meet
};

/// Greatest number of trials in a sweep. More combinations need a search.
constexpr std::uint64_t most_trials = 100'000;

/// Returns one trial for every competitor, combination of axis values and problem. Combinations that differ only in
/// unused parameters are one trial. `device` is null without OpenGL. Throws UsageError for more than `most_trials`
/// trials, for an axis of which no competitor accepts a value, and for a restriction that excludes all or applies to no
/// trial.
std::vector<Trial> trials_of(const SweepSpace& space, const gpu::DeviceInfo* device);

}  // namespace texelsort::app
