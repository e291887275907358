#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "compute/algorithms/prepare.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// Which algorithm, with which parameter values.
struct AlgorithmOptions {
  std::string id;                          ///< empty: not given
  std::vector<std::string> assignments{};  ///< "NAME=VALUE"
  bool paper = false;                      ///< the paper's parameter values below the assignments
  bool default_choice = false;             ///< whatever was measured here

  /// For commands that use what was measured here.
  void add_defaults_option(const OptionGroup& group);

  /// Whether nobody has said anything of parameters, so that what was measured here counts.
  bool undecided() const { return assignments.empty() && !paper && !default_choice; }

  /// -a, -p NAME=VALUE (repeated), --paper.
  void add_options(const OptionGroup& group);
  void add_assignments(const OptionGroup& group, const std::string& help);

  /// Parameter values for this algorithm, as prepare() accepts them. Throws UsageError for an assignment
  /// without "=".
  std::map<std::string, std::string> overrides(const algorithms::Algorithm& algorithm) const;
};

/// "NAME=VALUE" split at the first "="; throws UsageError without one.
std::map<std::string, std::string> parse_assignments(const std::vector<std::string>& assignments);

/// A run that somebody is about to make.
struct IntendedRun {
  const algorithms::Algorithm* algorithm = nullptr;
  const gpu::DeviceInfo* device = nullptr;
  algorithms::ProblemForm form{};
};

/// The overrides that make a difference to this run; others are for its competitors.
std::map<std::string, std::string> fitting_overrides(const IntendedRun& run, const AlgorithmOptions& options);

/// Throws UsageError for a -p value that makes a difference to none of these runs, with the reason.
void require_used_parameters(const std::vector<IntendedRun>& runs, const AlgorithmOptions& options);

/// The device's description, or null without a device: what availability() and refusal() take.
const gpu::DeviceInfo* info_of(const gpu::Device* device);

/// " -a ID -p NAME=VALUE ..." with every parameter written out.
std::string command_line(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters);

/// The same with these values alone.
std::string command_line(const algorithms::Algorithm& algorithm, const std::map<std::string, std::string>& values);

}  // namespace texelsort::app
