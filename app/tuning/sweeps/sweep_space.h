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
  algorithms::Configuration configuration{};  ///< values of its competitor and of the axes that make a difference
  ProblemSpec spec{};
  std::uint64_t n = 0;
  std::map<std::string, std::string> used{};  ///< all values that make a difference; those given where it is refused
  std::optional<algorithms::Prepared> prepared{};  ///< nothing where it is refused
  std::string refusal{};                           ///< why it cannot run, with the numbers
  bool times_passes = false;                       ///< besides the whole; two trials that differ in this are the same

  /// The configuration and the problem in one line: two trials with the same one are the same trial.
  std::string key() const;
};

/// A competitor under the values of some axes, as far as they make a difference; its own values win, and are refused
/// where they make none. `device` is null without OpenGL.
Trial make_trial(const algorithms::Configuration& competitor, const ProblemSpec& spec,
                 const std::map<std::string, std::string>& values, const gpu::DeviceInfo* device,
                 const cuda::ExecutionOptions& execution);

/// The text that Trial::key() is; `task` as task_words() has it.
std::string trial_key(const std::string& algorithm, const std::map<std::string, std::string>& used, std::uint64_t n,
                      const std::string& type, const std::string& distribution, const std::string& order,
                      const std::string& payload, const std::string& task);

/// What a sweep goes through.
struct SweepSpace {
  std::vector<algorithms::Configuration> competitors;
  std::vector<Axis> axes;
  std::vector<ProblemSpec> problems;  ///< generated ones with a size
  cuda::ExecutionOptions execution{};
};

/// More trials than these are left to a search.
constexpr std::uint64_t most_trials = 100'000;

/// Every competitor under every combination of the axes that it has, on every problem, each once: combinations that
/// differ only in what makes no difference are one trial. `device` is null without OpenGL. Throws UsageError for an
/// axis with no value that some competitor can take, with the first reason, and for more than `most_trials`.
std::vector<Trial> trials_of(const SweepSpace& space, const gpu::DeviceInfo* device);

}  // namespace texelsort::app
