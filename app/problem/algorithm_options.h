#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/algorithms/prepare.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// The chosen algorithm and its parameter values.
struct AlgorithmOptions {
  std::string id;                          ///< algorithm id; empty if not given
  std::vector<std::string> assignments{};  ///< parameter values, each as "NAME=VALUE"
  bool paper = false;                      ///< true if parameters without an assignment have the paper's values
  bool default_choice = false;             ///< true if the tuned values of this machine are ignored

  /// Adds the option that ignores tuned values.
  void add_defaults_option(const OptionGroup& group);

  /// Returns whether no option sets parameters, so that tuned values apply.
  bool undecided() const { return assignments.empty() && !paper && !default_choice; }

  /// Adds -a, -p NAME=VALUE (repeatable) and --paper.
  void add_options(const OptionGroup& group);
  void add_assignments(const OptionGroup& group, const std::string& help);

  /// Returns the given parameter values for this algorithm in the form that prepare() accepts. Throws UsageError for an
  /// assignment without "=".
  std::map<std::string, std::string> overrides(const algorithms::Algorithm& algorithm) const;
};

/// Splits each "NAME=VALUE" at the first "=". Throws UsageError for an assignment without "=".
std::map<std::string, std::string> parse_assignments(const std::vector<std::string>& assignments);

/// A run that a command is about to make.
struct IntendedRun {
  const algorithms::Algorithm* algorithm = nullptr;
  const gpu::DeviceInfo* device = nullptr;
  algorithms::ProblemForm form{};
};

/// Returns those given parameter values that affect this run. The others are for competing algorithms.
std::map<std::string, std::string> fitting_overrides(const IntendedRun& run, const AlgorithmOptions& options);

/// Throws UsageError with the reason if a -p value affects none of these runs.
void require_used_parameters(const std::vector<IntendedRun>& runs, const AlgorithmOptions& options);

/// Returns the device's description, as availability() and refusal() need it. Null if `device` is null.
const gpu::DeviceInfo* info_of(const gpu::Device* device);

/// Returns the options that select an algorithm with every used parameter: " -a ID -p NAME=VALUE ...".
std::string command_line(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters);

/// Returns the options that select an algorithm with only these values: " -a ID -p NAME=VALUE ...".
std::string command_line(const algorithms::Algorithm& algorithm, const std::map<std::string, std::string>& values);

}  // namespace texelsort::app
