#include "app/cli/common_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include "app/cli/option_words.h"
#include "app/doctor/fallback_note.h"
#include "app/shell.h"
#include "compute/algorithms/registry.h"
#include "compute/data/distribution.h"
#include "compute/data/error.h"
#include "compute/data/number.h"

namespace texelsort::app {

std::uint64_t size_option(const std::string& text, const std::string& option) {
  const std::optional<std::uint64_t> size = data::parse_size(text);
  if (!size) {
    throw UsageError(fmt::format("{} takes a size such as 1000, 1e6, 1M, 64Ki or 2^20, found '{}'", option, text));
  }
  return *size;
}

ThemeName theme_option(const std::string& text) {
  if (text == "dark") return ThemeName::dark;
  if (text == "light") return ThemeName::light;
  throw UsageError(fmt::format("there is no theme '{}': it is dark or light", text));
}

std::uint64_t whole_option(const std::string& text, const std::string& option) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size()) {
    throw UsageError(fmt::format("{} takes a whole number from 0 to {}, found '{}'", option,
                                 std::numeric_limits<std::uint64_t>::max(), text));
  }
  return number;
}

CLI::Option* add_seed_option(CLI::App& app, std::uint64_t& seed) {
  return app
      .add_option_function<std::string>(
          "--seed", [&seed](const std::string& text) { seed = whole_option(text, "--seed"); },
          "of the random numbers (default 1)")
      ->type_name("NUMBER");
}

BudgetOptions add_budget_options(CLI::App& app, std::uint64_t& samples, double& seconds, const std::string& when,
                                 const std::string& usual) {
  const auto read_samples = [&samples](const std::string& text) {
    constexpr std::uint64_t most = 100'000;
    samples = whole_option(text, "--samples");
    if (samples < 1 || samples > most) {
      throw UsageError(fmt::format("--samples takes a number from 1 to {}, found {}", most, samples));
    }
  };
  const auto read_seconds = [&seconds](const std::string& text) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seconds);
    if (error != std::errc{} || stop != end || !(seconds > 0) || std::isinf(seconds)) {
      throw UsageError(fmt::format("--seconds takes a number above 0, found '{}'", text));
    }
  };
  return {app.add_option_function<std::string>("--samples", read_samples, when + "take exactly this many samples")
              ->type_name("NUMBER"),
          app.add_option_function<std::string>("--seconds", read_seconds,
                                               fmt::format("{}sample for about this long (default {})", when, usual))
              ->type_name("SECONDS")};
}

void require_task(const algorithms::Algorithm& algorithm, algorithms::Task task) {
  const algorithms::Task own = algorithm.info().task;
  if (own == task) return;
  throw UsageError(fmt::format("{} does not {}: see texelsort {}", algorithm.info().id, name(task), name(own)));
}

std::map<std::string, std::string> parse_assignments(const std::vector<std::string>& assignments) {
  std::map<std::string, std::string> values;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("-p takes NAME=VALUE, found '{}'", assignment));
    }
    values[assignment.substr(0, equals)] = assignment.substr(equals + 1);
  }
  return values;
}

std::map<std::string, std::string> AlgorithmOptions::overrides(const algorithms::Algorithm& algorithm) const {
  std::map<std::string, std::string> values = parse_assignments(assignments);
  if (paper) values.merge(algorithms::paper_values(algorithm.parameters(), values));
  return values;
}

std::map<std::string, std::string> fitting_overrides(const IntendedRun& run, const AlgorithmOptions& options) {
  return algorithms::fitting_values(*run.algorithm, run.device, run.form, options.overrides(*run.algorithm));
}

namespace {

bool has_parameter(const IntendedRun& run, const std::string& name) {
  const auto specs = parameters_for(*run.algorithm, run.form.payload);
  return std::ranges::find(specs, name, &algorithms::ParameterSpec::name) != specs.end();
}

}  // namespace

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
    prepare(*first->algorithm, first->device, first->form, others);  // says why not
    throw UsageError(fmt::format("parameter {} = {} would not be used", name, value));
  }
}

void add_algorithm_options(CLI::App& app, AlgorithmOptions& options) {
  const std::string group = "Algorithm";
  offer_algorithms(app.add_option("-a,--algorithm", options.id, "by its id; see texelsort list algorithms"))
      ->type_name("ID")
      ->group(group);
  app.add_option("-p,--parameter", options.assignments,
                 "a parameter's value, repeated; see texelsort list parameters ID")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->group(group);
  app.add_flag("--paper", options.paper, "the parameter values of the cited source instead of tuned ones")
      ->group(group);
}

void QuestionOptions::add_options(CLI::App& app) {
  const std::string group = "What to find";
  const auto list = [&](const char* names, std::vector<std::string>& values, const char* help, const char* what) {
    app.add_option(names, values, help)->delimiter(',')->allow_extra_args(false)->type_name(what)->group(group);
  };
  list("-k,--largest", largest_, "the k-th largest key, k from 1; more of them with commas or repeated", "K");
  list("--smallest", smallest_, "the k-th smallest key", "K");
  app.add_flag("--min", minimum_, "the smallest key")->group(group);
  app.add_flag("--max", maximum_, "the largest key")->group(group);
  app.add_flag("--median", median_, "the median; of an even number of keys the lower and the higher one")->group(group);
  list("--quantile", quantiles_, "the quantile q, from 0 to 1", "Q");
  auto* interpolation =
      app.add_option("--interpolation", interpolation_,
                     "what stands for a quantile between two keys: lower, higher, nearest, midpoint, linear (default), "
                     "inverted-cdf; given, it is the median's too");
  offer(interpolation, {"lower", "higher", "nearest", "midpoint", "linear", "inverted-cdf"})
      ->type_name("NAME")
      ->group(group);
}

bool QuestionOptions::any() const {
  return !largest_.empty() || !smallest_.empty() || !quantiles_.empty() || minimum_ || maximum_ || median_;
}

std::vector<algorithms::Question> QuestionOptions::questions() const {
  using algorithms::Interpolation, algorithms::Question;
  std::optional<Interpolation> interpolation;
  if (!interpolation_.empty()) {
    interpolation = algorithms::parse_interpolation(interpolation_);
    if (!interpolation) {
      throw UsageError(
          fmt::format("'{}' is no interpolation: it is one of lower, higher, nearest, midpoint, linear, inverted-cdf",
                      interpolation_));
    }
  }
  std::vector<Question> questions;
  for (const std::string& k : largest_) {
    questions.push_back({.kind = Question::Kind::largest, .k = size_option(k, "-k")});
  }
  for (const std::string& k : smallest_) {
    questions.push_back({.kind = Question::Kind::smallest, .k = size_option(k, "--smallest")});
  }
  if (minimum_) questions.push_back({.kind = Question::Kind::minimum});
  if (maximum_) questions.push_back({.kind = Question::Kind::maximum});
  if (median_) {
    questions.push_back(
        {.kind = Question::Kind::median, .interpolation = interpolation.value_or(Interpolation::lower)});
    if (!interpolation) questions.push_back({.kind = Question::Kind::median, .interpolation = Interpolation::higher});
  }
  for (const std::string& text : quantiles_) {
    double quantile = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), quantile);
    if (error != std::errc{} || stop != text.data() + text.size() || !(quantile >= 0 && quantile <= 1)) {
      throw UsageError(fmt::format("--quantile takes numbers from 0 to 1, found '{}'", text));
    }
    questions.push_back({.kind = Question::Kind::quantile,
                         .quantile = quantile,
                         .interpolation = interpolation.value_or(Interpolation::linear)});
  }
  return questions;
}

Preparation::Preparation(const ProblemSpec& spec, const AlgorithmOptions& options, const Choice& choice,
                         const gpu::DeviceInfo* device)
    : algorithm_(*choice.algorithm), device_(device), overrides_(options.overrides(algorithm_)) {
  if (overrides_.empty()) prepared_ = choice.prepared;
  const std::optional<std::uint64_t> n = generated_n(spec);
  if (!n) return;
  refuse_payload(spec, *n);
  const data::KeyType type = spec.type.value_or(data::KeyType::u32);
  // Devices have less than the machine, and say which of their limits it is.
  if (algorithm_.info().backend == algorithms::Backend::cpu) data::require_memory(type, *n);
  prepare(form_of(spec, *n, type));
  if (prepared_->refusal()) throw UsageError(*prepared_->refusal());
}

void Preparation::prepare(const algorithms::ProblemForm& form) {
  if (prepared_ && prepared_->form() == form) return;
  prepared_ = algorithms::prepare(algorithm_, device_, form, overrides_);
}

algorithms::Prepared Preparation::take(const algorithms::ProblemForm& form) {
  prepare(form);
  return *std::move(prepared_);
}

void DeviceOptions::add_options(CLI::App& app) {
  app.add_option("--shader-dir", shader_directory_, "read shaders from here before the built-in ones")
      ->type_name("DIR")
      ->group("Device");
}

gpu::Device& DeviceOptions::device() {
  if (device_if_any() == nullptr) throw UnavailableError(failure_);
  return *device_;
}

gpu::Device* DeviceOptions::device_if_any() {
  if (device_ || !failure_.empty()) return device_.get();
  gpu::DeviceOptions options;
  if (!shader_directory_.empty()) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(shader_directory_, ignored)) {
      throw UsageError(fmt::format("--shader-dir {}: no such directory", shader_directory_));
    }
    options.shader_directory = shader_directory_;
  }
  try {
    device_ = gpu::Device::headless(options);
    const std::string note = fallback_note(device_->info(), device_->trials());
    if (!note.empty()) fmt::print(stderr, "texelsort: note: {}\n", note);
  } catch (const UnavailableError& error) {
    failure_ = error.what();
    if (failure_.empty()) failure_ = "no OpenGL context can be made";
  }
  return device_.get();
}

gpu::Device* DeviceOptions::device_for(const algorithms::Algorithm& algorithm) {
  return algorithm.info().backend == algorithms::Backend::cpu ? nullptr : &device();
}

std::string DeviceOptions::command_line() const {
  return shader_directory_.empty() ? std::string() : " --shader-dir " + shell_quoted(shader_directory_);
}

const gpu::DeviceInfo* info_of(const gpu::Device* device) {
  return device == nullptr ? nullptr : &device->info();
}

std::string command_line(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters) {
  std::string words = " -a " + shell_quoted(algorithm.info().id);
  for (const auto& [name, value] : used_values(algorithm, parameters))
    words += " -p " + shell_quoted(name + "=" + value);
  return words;
}

}  // namespace texelsort::app
