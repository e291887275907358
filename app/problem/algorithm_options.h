#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/algorithms/prepare.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// Options that choose an algorithm and its parameter values.
struct AlgorithmOptions {
  std::string id;                          ///< algorithm id; empty if the user names no algorithm
  std::vector<std::string> assignments{};  ///< parameter values, each as "NAME=VALUE"
  bool paper = false;                      ///< true if all other parameters have the values of the cited paper
  bool default_choice = false;             ///< true to ignore the values that were tuned on this machine

  /// Adds --defaults, which makes a command ignore tuned parameter values.
  void add_defaults_option(const OptionGroup& group);

  /// Returns whether no option sets parameters, so that tuned parameter values apply.
  bool undecided() const { return assignments.empty() && !paper && !default_choice; }

  /// Adds the options -a, -p NAME=VALUE (repeatable) and --paper.
  void add_options(const OptionGroup& group);
  void add_assignments(const OptionGroup& group, const std::string& help);

  /// Returns an algorithm's parameter values from the options, in the form that prepare() accepts for problems with
  /// this payload. Throws UsageError for an assignment without "=".
  std::map<std::string, std::string> overrides(const algorithms::Algorithm& algorithm,
                                               data::PayloadKind payload = data::PayloadKind::none) const;
};

/// Splits each "NAME=VALUE" at the first "=". Throws UsageError for an assignment without "=".
std::map<std::string, std::string> parse_assignments(const std::vector<std::string>& assignments);

/// A run for which a command will use the options, before the command starts it.
struct IntendedRun {
  const algorithms::Algorithm* algorithm = nullptr;
  const gpu::DeviceInfo* device = nullptr;
  algorithms::ProblemForm form{};
};

/// Returns those parameter values of the options that affect a run. The others may affect other runs of the same
/// command.
std::map<std::string, std::string> fitting_overrides(const IntendedRun& run, const AlgorithmOptions& options);

/// Throws UsageError if a value of the option -p affects none of a command's runs. The message contains the reason.
void require_used_parameters(const std::vector<IntendedRun>& runs, const AlgorithmOptions& options);

/// Returns the description of a device, which availability() and refusal() need. Returns null if `device` is null.
const gpu::DeviceInfo* info_of(const gpu::Device* device);

/// Returns the options that select an algorithm, with a -p for each parameter that it uses: " -a ID -p NAME=VALUE ...".
std::string command_line(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters);

/// Returns the options that select an algorithm, with a -p only for the parameters in `values`: " -a ID -p NAME=VALUE
/// ...".
std::string command_line(const algorithms::Algorithm& algorithm, const std::map<std::string, std::string>& values);

}  // namespace texelsort::app
