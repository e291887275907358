#include "app/problem/algorithm_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/problem/option_group.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

bool has_parameter(const IntendedRun& run, const std::string& name) {
  const auto specs = parameters_for(*run.algorithm, run.form.payload);
  return std::ranges::find(specs, name, &algorithms::ParameterSpec::name) != specs.end();
}

}  // namespace

std::map<std::string, std::string> parse_assignments(const std::vector<std::string>& assignments) {
  std::map<std::string, std::string> values;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("-p: expected NAME=VALUE, found '{}'", assignment));
    }
    values[assignment.substr(0, equals)] = assignment.substr(equals + 1);
  }
  return values;
}

void AlgorithmOptions::add_options(const OptionGroup& group) {
  group.value("-a,--algorithm", "ID", id, "algorithm to run, by its id; see texelsort list algorithms", algorithm_ids);
  add_assignments(group, "set a parameter; may be repeated; see texelsort list parameters ID");
  group.flag("--paper", paper, "use the parameter values of the cited source");
}

void AlgorithmOptions::add_assignments(const OptionGroup& group, const std::string& help) {
  group.value("-p,--parameter", "NAME=VALUE", assignments, help);
}

void AlgorithmOptions::add_defaults_option(const OptionGroup& group) {
  group.flag("--defaults", default_choice, "use the default parameter values, not those that tune saved");
}

std::map<std::string, std::string> AlgorithmOptions::overrides(const algorithms::Algorithm& algorithm,
                                                               data::PayloadKind payload) const {
  std::map<std::string, std::string> values = parse_assignments(assignments);
  if (paper) values.merge(algorithms::paper_values(algorithm, payload, values));
  return values;
}

std::map<std::string, std::string> fitting_overrides(const IntendedRun& run, const AlgorithmOptions& options) {
  return algorithms::fitting_values(*run.algorithm, run.device, run.form,
                                    options.overrides(*run.algorithm, run.form.payload));
}

void require_used_parameters(const std::vector<IntendedRun>& runs, const AlgorithmOptions& options) {
  for (const auto& [name, value] : parse_assignments(options.assignments)) {
    const auto has = [&](const IntendedRun& run) { return has_parameter(run, name); };
    const auto uses = [&](const IntendedRun& run) {
      return has(run) && fitting_overrides(run, options).contains(name);
    };
    if (std::ranges::any_of(runs, uses)) continue;
    const auto first = std::ranges::find_if(runs, has);
    if (first == runs.end()) throw UsageError(fmt::format("none of these algorithms has a parameter '{}'", name));
    auto others = fitting_overrides(*first, options);
    others[name] = value;
    // prepare() throws an error that contains the reason
    prepare(*first->algorithm, first->device, first->form, others);
    throw UsageError(fmt::format("parameter {} = {} has no effect", name, value));
  }
}

const gpu::DeviceInfo* info_of(const gpu::Device* device) {
  return device == nullptr ? nullptr : &device->info();
}

std::string command_line(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters) {
  return command_line(algorithm, used_values(algorithm, parameters));
}

std::string command_line(const algorithms::Algorithm& algorithm, const std::map<std::string, std::string>& values) {
  AlgorithmOptions options{.id = algorithm.info().id};
  for (const auto& [name, value] : values) options.assignments.push_back(name + "=" + value);
  CommandWords words;
  options.add_options(OptionGroup(words));
  return words.line;
}

}  // namespace texelsort::app
