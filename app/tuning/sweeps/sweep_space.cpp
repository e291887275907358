#include "app/tuning/sweeps/sweep_space.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/problem/problem_spec.h"
#include "compute/algorithms/records/settings.h"
#include "compute/data/error.h"
#include "compute/data/keys/records.h"

namespace texelsort::app {

namespace {

using Values = std::map<std::string, std::string>;

bool has_parameter(const algorithms::Algorithm& algorithm, data::PayloadKind payload, const std::string& name) {
  const auto specs = algorithms::parameters_for(algorithm, payload);
  return std::ranges::find(specs, name, &algorithms::ParameterSpec::name) != specs.end();
}

/// Returns all combinations of values on those axes that are parameters of the algorithm. Values in the competitor's
/// own name take precedence.
std::vector<Values> combinations(const algorithms::Configuration& competitor, const std::vector<Axis>& axes,
                                 data::PayloadKind payload) {
  std::vector<Values> made{{}};
  for (const Axis& axis : axes) {
    if (axis.expression || competitor.values.contains(axis.name) ||
        !has_parameter(*competitor.algorithm, payload, axis.name))
      continue;
    std::vector<Values> more;
    for (const Values& values : made) {
      for (const std::string& value : axis.values) {
        more.push_back(values);
        more.back()[axis.name] = value;
      }
    }
    made = std::move(more);
    if (made.size() > most_trials) break;
  }
  return made;
}

/// Throws UsageError if an axis has no value that at least one competitor accepts.
void require_used(const SweepSpace& space, const std::vector<Trial>& trials) {
  for (const Axis& axis : space.axes) {
    const auto uses = [&axis](const Trial& trial) {
      return trial.prepared && trial.configuration.values.contains(axis.name);
    };
    if (std::ranges::any_of(trials, uses)) continue;
    const auto about = [&axis](const Trial& trial) {
      return trial.configuration.values.contains(axis.name) && !trial.refusal.empty();
    };
    const auto refused = std::ranges::find_if(trials, about);
    if (refused != trials.end()) {
      throw UsageError(
          fmt::format("-p {}: the algorithms can use none of these values: {}", axis.name, refused->refusal));
    }
    throw UsageError(
        fmt::format("-p {}: none of these algorithms has this parameter, or its value makes no difference", axis.name));
  }
}

/// Returns the values that expressions of a trial may use.
Values values_in(const Trial& trial) {
  Values values = trial.used;
  values.insert(trial.configuration.values.begin(), trial.configuration.values.end());
  values["n"] = std::to_string(trial.n);
  return values;
}

bool has_all(const Values& values, const Expression& expression) {
  return std::ranges::all_of(expression.names(), [&](const std::string& name) { return values.contains(name); });
}

/// Throws UsageError for a restriction with a name that no trial has a value for.
void require_names(const SweepSpace& space, const gpu::DeviceInfo* device) {
  for (const Expression& restriction : space.restrictions) {
    std::string reason;
    for (const algorithms::Configuration& competitor : space.competitors) {
      const Values values = values_in(make_trial(competitor, space.problems.front(), {}, device, space.execution));
      if (has_all(values, restriction)) {
        reason.clear();
        break;
      }
      try {
        restriction.holds(values);
      } catch (const UsageError& error) {
        reason = error.what();
      }
    }
    if (!reason.empty()) throw UsageError(reason);
  }
}

}  // namespace

std::optional<Trial> make_derived_trial(const algorithms::Configuration& competitor, const ProblemSpec& spec,
                                        const Values& values, const std::vector<Axis>& axes,
                                        const std::vector<Expression>& restrictions, const gpu::DeviceInfo* device,
                                        const cuda::ExecutionOptions& execution) {
  Trial trial = make_trial(competitor, spec, values, device, execution);
  Values all = values;
  for (const Axis& axis : axes) {
    const bool applies = axis.expression && !competitor.values.contains(axis.name) &&
                         has_parameter(*competitor.algorithm, spec.payload, axis.name);
    if (!applies) continue;
    try {
      all[axis.name] = axis.expression->value(values_in(trial));
    } catch (const UsageError& error) {
      trial.refusal = error.what();
      trial.prepared.reset();
      return trial;
    }
    trial = make_trial(competitor, spec, all, device, execution);
  }
  for (const Expression& restriction : restrictions) {
    const Values known = values_in(trial);
    if (has_all(known, restriction) && !restriction.holds(known)) return std::nullopt;
  }
  return trial;
}

Trial make_trial(const algorithms::Configuration& competitor, const ProblemSpec& spec, const Values& values,
                 const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) {
  const algorithms::Algorithm& algorithm = *competitor.algorithm;
  const gpu::DeviceInfo* info = algorithm.info().backend == algorithms::Backend::cpu ? nullptr : device;
  const auto form = form_of(spec, *generated_n(spec), *spec.type, execution);
  Trial trial{.configuration = {&algorithm, values}, .spec = spec, .n = form.n};
  trial.configuration.values.insert(competitor.values.begin(), competitor.values.end());
  trial.used = trial.configuration.values;
  if (const auto availability = algorithm.availability(info, execution); !availability.available) {
    trial.refusal = availability.reason;
    return trial;
  }
  if (const algorithms::Task task = algorithm.info().task; task != algorithms::Task::merge && form.sequences > 0) {
    trial.refusal = fmt::format("it {}s, but sequences are only for merges", name(task));
    return trial;
  }
  try {
    Values fitting = algorithms::fitting_values(algorithm, info, form, trial.configuration.values);
    // Add values without effect too, because a competitor with such values must be rejected. The source's method of
    // moving records is an exception: "ID:paper" also names it for problems without records.
    for (const auto& [name, value] : competitor.values) {
      if (value != algorithms::name(algorithms::Rearrange::by_layout)) fitting.emplace(name, value);
    }
    auto [obstacle, reason, prepared] = resolve({&algorithm, fitting}, info, form);
    trial.refusal = reason;
    if (!prepared) return trial;
    trial.configuration.values = std::move(fitting);
    trial.used = prepared->used_values();
    if (reason.empty()) trial.prepared = std::move(prepared);
  } catch (const UsageError& error) {
    trial.refusal = error.what();
  }
  return trial;
}

std::string trial_key(const std::string& algorithm, const std::map<std::string, std::string>& used, std::uint64_t n,
                      const std::string& type, const std::string& distribution, const std::string& order,
                      const std::string& payload, const std::string& task) {
  std::string key = algorithm;
  for (const auto& [name, value] : used) key += fmt::format(":{}={}", name, value);
  key += fmt::format(" n={} {} {} {} {}", n, type, distribution, order, payload);
  return task.empty() ? key : key + " " + task;
}

std::string Trial::key() const {
  return trial_key(configuration.algorithm->info().id, used, n, std::string(data::name(*spec.type)), spec.distribution,
                   std::string(data::name(spec.order)), data::payload_text(spec.payload, spec.shape()),
                   task_words(spec));
}

std::vector<Trial> trials_of(const SweepSpace& space, const gpu::DeviceInfo* device) {
  require_names(space, device);
  std::vector<Trial> trials;
  std::set<std::string> seen;
  for (const ProblemSpec& spec : space.problems) {
    for (const algorithms::Configuration& competitor : space.competitors) {
      for (const Values& values : combinations(competitor, space.axes, spec.payload)) {
        auto trial =
            make_derived_trial(competitor, spec, values, space.axes, space.restrictions, device, space.execution);
        if (!trial || !seen.insert(trial->key()).second) continue;
        trials.push_back(std::move(*trial));
        if (trials.size() > most_trials) {
          throw UsageError(
              fmt::format("these values give more configurations than the limit of a sweep, {}: leave out some values",
                          most_trials));
        }
      }
    }
  }
  if (trials.empty() && !space.restrictions.empty()) {
    throw UsageError(space.restrictions.front().place() + ": no configuration meets this condition");
  }
  require_used(space, trials);
  return trials;
}

}  // namespace texelsort::app
