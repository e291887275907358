#include <fmt/format.h>

#include "app/cli/help/help_text.h"
#include "app/cli/reports/listings.h"
#include "app/cli/reports/timing_report.h"
#include "app/problem/host.h"
#include "app/tuning/sweeps/winner_choice.h"
#include "compute/algorithms/prepare.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

std::vector<algorithms::ParameterSpec> specs_of(const algorithms::Algorithm& algorithm) {
  return algorithms::parameters_for(algorithm, data::PayloadKind::record);
}

/// The parameter values that are used on this machine by default, and their source.
struct ValuesHere {
  std::map<std::string, std::string> untuned;  ///< without tuned values
  std::map<std::string, std::string> values;
  const Winner* winner = nullptr;  ///< search that found the tuned values; null if no value is tuned

  bool contains(const std::string& name) const { return values.contains(name); }
  std::string source(const std::string& name) const {
    return winner != nullptr && winner->values.contains(name) ? "tuned" : "default";
  }
};

algorithms::ProblemForm form_asked(const ParameterQuestion& question) {
  const algorithms::AlgorithmInfo& info = question.algorithm->info();
  return {
      .n = question.n, .type = question.type, .payload = accepted_payloads(info).front(), .order = info.orders.front()};
}

/// Returns the parameter values that an algorithm uses by default. Returns nothing if the algorithm cannot run. For
/// sorts, adds the parameters for moving records, with the values for records of one field.
std::optional<ValuesHere> values_here(const ParameterQuestion& question) {
  const algorithms::Algorithm& algorithm = *question.algorithm;
  if (!algorithm.availability(question.device, {}).available) return std::nullopt;
  algorithms::ProblemForm form = form_asked(question);
  const Winner* winner = winner_for(question.winners, algorithm, question.device, form);
  const auto measured = winner == nullptr
                            ? std::map<std::string, std::string>()
                            : algorithms::prepare(algorithm, question.device, form, winner->values).used_values();
  auto untuned = algorithms::prepare(algorithm, question.device, form, {}).used_values();
  if (algorithm.info().task == algorithms::Task::sort) {
    form.payload = data::PayloadKind::record;
    form.shape = {.fields = 1, .layout = data::Layout::by_field};
    untuned.merge(algorithms::prepare(algorithm, question.device, form, {}).used_values());
  }
  ValuesHere here{untuned, untuned, winner};
  for (const auto& [name, value] : measured) here.values[name] = value;
  return here;
}

/// Returns lines about saved tuning results: which results are used, and why other results are not.
std::string measured_lines(const ParameterQuestion& question, const Winner* winner) {
  std::string lines = question.winners.fault.empty() ? "" : question.winners.fault + "\n";
  if (winner != nullptr) return lines + fmt::format("tuned: {}\n", evidence_text(*winner));
  const std::string reason =
      unused_reason(question.winners, *question.algorithm, question.device, form_asked(question));
  return reason.empty() ? lines : lines + reason + "\n";
}

/// Returns the name of the device that executes the algorithm.
std::string device_name(const ParameterQuestion& question) {
  if (question.device == nullptr) return "the CPU";
  if (question.algorithm->info().backend != algorithms::Backend::cuda) return question.device->renderer;
  return cuda::device(cuda::choose(*question.device, {}).ordinal).name;
}

/// Returns the help of each parameter, wrapped to the width of the terminal.
std::string help_lines(const std::vector<algorithms::ParameterSpec>& specs) {
  std::string lines;
  for (const algorithms::ParameterSpec& spec : specs) {
    lines += fmt::format("\n{}\n{}", spec.name, wrapped(help_text(spec), 2, terminal_width()));
  }
  return lines;
}

}  // namespace

std::string parameters_text(const ParameterQuestion& question) {
  const algorithms::Algorithm& algorithm = *question.algorithm;
  if (specs_of(algorithm).empty()) return algorithm.info().id + " has no parameters\n";
  const auto here = values_here(question);
  measure::ResultTable table;
  for (const algorithms::ParameterSpec& spec : specs_of(algorithm)) {
    table.add({{"", "name", spec.name},
               {"", "here", here && here->contains(spec.name) ? here->values.at(spec.name) : "-"},
               {"", "from", here && here->contains(spec.name) ? here->source(spec.name) : "-"},
               {"", "default", here && here->contains(spec.name) ? here->untuned.at(spec.name) : spec.default_value},
               {"", "paper", spec.paper_value.empty() ? "-" : spec.paper_value},
               {"", "domain", text(spec.domain) + (spec.unit.empty() ? "" : " (" + spec.unit + ")")}});
  }
  const std::string head =
      here ? fmt::format(
                 "here: values for {} {} keys on {}; default: values without tuning; paper: values of the paper; "
                 "-n and -t change the keys\n",
                 data::grouped(question.n), data::name(question.type), device_name(question))
           : fmt::format("here: {} cannot run: {}\n", algorithm.info().id,
                         algorithm.availability(question.device, {}).reason);
  return head + measured_lines(question, here ? here->winner : nullptr) + "\n" + measure::text_table(table) +
         help_lines(specs_of(algorithm));
}

ordered_json parameter_array(const algorithms::Algorithm& algorithm) {
  auto parameters = ordered_json::array();
  for (const algorithms::ParameterSpec& spec : specs_of(algorithm)) {
    parameters.push_back({{"name", spec.name},
                          {"unit", spec.unit},
                          {"domain", algorithms::text(spec.domain)},
                          {"default", spec.default_value},
                          {"paper", spec.paper_value},
                          {"used", algorithms::use_text(spec)},
                          {"help", spec.help}});
  }
  return parameters;
}

std::string parameters_json(const ParameterQuestion& question) {
  const auto here = values_here(question);
  ordered_json parameters = parameter_array(*question.algorithm);
  for (ordered_json& parameter : parameters) {
    const std::string name = parameter["name"];
    const bool used = here && here->contains(name);
    parameter["here"] = or_null(used, used ? here->values.at(name) : "");
    parameter["from"] = or_null(used, used ? here->source(name) : "");
  }
  return json_document(
      "list-parameters",
      ordered_json{
          {"algorithm", question.algorithm->info().id},
          {"n", question.n},
          {"type", data::name(question.type)},
          {"device", device_name(question)},
          {"tuned", measured_json(here && here->winner != nullptr ? std::optional(*here->winner) : std::nullopt)},
          {"parameters", parameters}});
}

}  // namespace texelsort::app
