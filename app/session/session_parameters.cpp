#include <utility>

#include "app/problem/plain_message.h"
#include "app/session/session.h"
#include "app/tuning/sweeps/winner_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

bool Session::change_problem(const ProblemSpec& spec) {
  const bool measured = uses_winner();
  // Tuned values apply to one size only, so do not keep them. Keep the defaults if the user chose them.
  const Choice choice = winner_ == nullptr || measured ? Choice::measured : Choice::own;
  const auto kept = measured ? std::map<std::string, std::string>() : configuration_.values;
  return attempt([&] { start(spec, *configuration_.algorithm, kept, Unused::dropped, choice); });
}

bool Session::change_algorithm(const std::string& id) {
  return attempt([&] { start(spec_, algorithms::find_algorithm(id), {}, Unused::refused, Choice::measured); });
}

bool Session::change_algorithm(const algorithms::Algorithm& algorithm) {
  return attempt([&] { start(spec_, algorithm, {}, Unused::refused, Choice::measured); });
}

std::map<std::string, std::string> Session::overrides_with(const std::string& name, const std::string& value) const {
  auto overrides = configuration_.values;
  overrides[name] = value;
  // The new value may make other values of the user ineffective. Remove these, but keep the new value, so that it is
  // rejected if it has no effect itself.
  auto fitting = fitting_values(*configuration_.algorithm, device_info(), problem().form(), overrides);
  fitting[name] = value;
  return fitting;
}

bool Session::change_parameter(const std::string& name, const std::string& value) {
  return attempt([&] { open(spec_, *configuration_.algorithm, overrides_with(name, value)); });
}

std::optional<std::string> Session::refusal_of_value(const std::string& name, const std::string& value) const {
  try {
    return prepare(*configuration_.algorithm, device_info(), problem().form(), overrides_with(name, value)).refusal();
  } catch (const UsageError& error) {
    return plain_message(error.what());
  }
}

bool Session::use_tuned_parameters() {
  return attempt([&] { open(spec_, *configuration_.algorithm); });
}

void Session::know_winners(Winners winners) {
  winners_ = std::move(winners);
  winner_ = configuration_.algorithm == nullptr
                ? nullptr
                : winner_for(winners_, *configuration_.algorithm, device_info(), problem().form());
}

bool Session::use_measured_parameters() {
  return attempt([&] { start(spec_, *configuration_.algorithm, {}, Unused::refused, Choice::measured); });
}

bool Session::use_paper_parameters() {
  return use_parameters(algorithms::paper_values(*configuration_.algorithm, spec_.payload));
}

bool Session::use_parameters(const std::map<std::string, std::string>& values) {
  return attempt([&] { start(spec_, *configuration_.algorithm, values, Unused::dropped); });
}

}  // namespace texelsort::app
