#include "app/cli/common_options.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/ranges.h>

#include "app/cli/messages.h"
#include "app/cli/option_group.h"
#include "app/doctor/diagnosis.h"
#include "app/shell.h"
#include "compute/algorithms/core/own_memory.h"
#include "compute/algorithms/registry.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/cuda/several.h"
#include "compute/data/error.h"
#include "compute/data/number.h"
#include "compute/gpu/only_software.h"

namespace texelsort::app {

namespace {

/// A whole number from 0 to 2^64 - 1; throws UsageError naming the option.
std::uint64_t whole_option(const std::string& text, const std::string& option) {
  if (const auto number = data::read_number<std::uint64_t>(text)) return *number;
  throw UsageError(fmt::format("{} takes a whole number from 0 to {}, found '{}'", option,
                               std::numeric_limits<std::uint64_t>::max(), text));
}

bool has_parameter(const IntendedRun& run, const std::string& name) {
  const auto specs = parameters_for(*run.algorithm, run.form.payload);
  return std::ranges::find(specs, name, &algorithms::ParameterSpec::name) != specs.end();
}

}  // namespace

std::uint64_t size_option(const std::string& text, const std::string& option) {
  if (const auto size = data::parse_size(text)) return *size;
  throw UsageError(fmt::format("{} takes a size such as 1000, 1e6, 1M, 64Ki or 2^20, found '{}'", option, text));
}

ThemeName theme_option(const std::string& text) {
  if (text == "dark") return ThemeName::dark;
  if (text == "light") return ThemeName::light;
  throw UsageError(fmt::format("there is no theme '{}': it is dark or light", text));
}

ColormapName colormap_option(const std::string& text) {
  if (text == "viridis") return ColormapName::viridis;
  if (text == "cividis") return ColormapName::cividis;
  throw UsageError(fmt::format("--colormap {}: choose viridis or cividis", text));
}

data::KeyType key_type_option(const std::string& text) {
  if (const auto type = data::parse_key_type(text)) return *type;
  throw UsageError(fmt::format("'{}' is no key type: it is one of {}", text, key_types));
}

void add_seed_option(const OptionGroup& group, std::uint64_t& seed) {
  const auto read = [&seed](const std::string& text) { seed = whole_option(text, "--seed"); };
  group.read("--seed", "NUMBER", read, "of the random numbers (default 1)");
}

std::vector<CLI::Option*> BudgetOptions::add_options(const OptionGroup& group, const std::string& when,
                                                     const std::string& usual) {
  const auto read_samples = [this](const std::string& text) {
    constexpr std::uint64_t most = 100'000;
    samples = whole_option(text, "--samples");
    if (samples < 1 || samples > most) {
      throw UsageError(fmt::format("--samples takes a number from 1 to {}, found {}", most, samples));
    }
    budget.min_samples = budget.max_samples = samples;
  };
  const auto read_seconds = [this](const std::string& text) {
    budget.seconds = data::read_number<double>(text).value_or(0);
    if (!(budget.seconds > 0) || std::isinf(budget.seconds)) {
      throw UsageError(fmt::format("--seconds takes a number above 0, found '{}'", text));
    }
  };
  return {group.read("--samples", "NUMBER", read_samples, when + "take exactly this many samples"),
          group.read("--seconds", "SECONDS", read_seconds,
                     fmt::format("{}sample for about this long (default {})", when, usual))};
}

std::string BudgetOptions::command_line() const {
  return samples > 0 ? fmt::format(" --samples {}", samples) : "";
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

void AlgorithmOptions::add_options(CLI::App& app) {
  const OptionGroup group(app, "Algorithm");
  group.value("-a,--algorithm", "ID", id, "by its id; see texelsort list algorithms", algorithm_ids);
  add_assignments(group, "a parameter's value, repeated; see texelsort list parameters ID");
  group.flag("--paper", paper, "the parameter values of the cited source instead of tuned ones");
}

void AlgorithmOptions::add_assignments(const OptionGroup& group, const std::string& help) {
  group.value("-p,--parameter", "NAME=VALUE", assignments, help)->allow_extra_args(false);
}

void AlgorithmOptions::add_own_choice(const OptionGroup& group) {
  group.flag("--own-choice", own_choice, "the program's own parameter values, whatever tune has kept");
}

std::map<std::string, std::string> AlgorithmOptions::overrides(const algorithms::Algorithm& algorithm) const {
  std::map<std::string, std::string> values = parse_assignments(assignments);
  if (paper) values.merge(algorithms::paper_values(algorithm.parameters(), values));
  return values;
}

std::map<std::string, std::string> fitting_overrides(const IntendedRun& run, const AlgorithmOptions& options) {
  return algorithms::fitting_values(*run.algorithm, run.device, run.form, options.overrides(*run.algorithm));
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
    prepare(*first->algorithm, first->device, first->form, others);  // says why not
    throw UsageError(fmt::format("parameter {} = {} would not be used", name, value));
  }
}

void QuestionOptions::add_options(CLI::App& app) {
  const OptionGroup group(app, "What to find");
  const auto list = [&](const char* names, const char* type, std::vector<std::string>& values, const char* help) {
    group.list(names, type, values, help)->allow_extra_args(false);
  };
  list("-k,--largest", "K", largest_, "the k-th largest key, k from 1; more of them with commas or repeated");
  list("--smallest", "K", smallest_, "the k-th smallest key");
  group.flag("--min", minimum_, "the smallest key");
  group.flag("--max", maximum_, "the largest key");
  group.flag("--median", median_, "the median; of an even number of keys the lower and the higher one");
  list("--quantile", "Q", quantiles_, "the quantile q, from 0 to 1");
  group.value("--interpolation", "NAME", interpolation_,
              "what stands for a quantile between two keys: lower, higher, nearest, midpoint, linear (default), "
              "inverted-cdf; given, it is the median's too",
              listed("lower, higher, nearest, midpoint, linear, inverted-cdf"));
}

bool QuestionOptions::any() const {
  return !largest_.empty() || !smallest_.empty() || !quantiles_.empty() || minimum_ || maximum_ || median_;
}

std::vector<algorithms::Question> QuestionOptions::questions() const {
  using algorithms::Interpolation, algorithms::Question;
  const std::optional<Interpolation> interpolation = algorithms::parse_interpolation(interpolation_);
  if (!interpolation_.empty() && !interpolation) {
    throw UsageError(
        fmt::format("'{}' is no interpolation: it is one of lower, higher, nearest, midpoint, linear, inverted-cdf",
                    interpolation_));
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
    const double quantile = data::read_number<double>(text).value_or(-1);
    if (!(quantile >= 0 && quantile <= 1)) {
      throw UsageError(fmt::format("--quantile takes numbers from 0 to 1, found '{}'", text));
    }
    questions.push_back({.kind = Question::Kind::quantile,
                         .quantile = quantile,
                         .interpolation = interpolation.value_or(Interpolation::linear)});
  }
  return questions;
}

void add_kernel_device_option(const OptionGroup& group) {
  group.read(
      "--device", "NAME",
      [](const std::string& text) {
        if (text != "auto" && text != "cpu-kernels") {
          throw UsageError(fmt::format("--device is '{}', expected auto or cpu-kernels", text));
        }
        cuda::wanted_engine() = text == "auto" ? cuda::Engine::cuda : cuda::Engine::cpu;
      },
      "what executes kernels of algorithms on CUDA: auto (an NVIDIA device, else the CPU, thread by thread) or "
      "cpu-kernels (the CPU)",
      listed("auto, cpu-kernels"));
}

namespace {

/// "all" or "0,2": devices that are there and fit.
std::vector<int> read_devices(const std::string& text) {
  const cuda::DeviceList& list = cuda::devices();
  if (!list.reason.empty()) throw UnavailableError("--devices " + text + ": " + list.reason);
  std::vector<int> ordinals;
  if (text == "all") {
    for (const cuda::DeviceInfo& one : list.devices) {
      if (one.unfit.empty()) ordinals.push_back(one.ordinal);
    }
    return ordinals;
  }
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    const auto number = data::read_number<std::uint32_t>(text.substr(first, end - first));
    if (!number || *number >= list.devices.size()) {
      throw UsageError(fmt::format("--devices is '{}', expected all, or numbers below {} with commas between them",
                                   text, list.devices.size()));
    }
    const cuda::DeviceInfo& device = list.devices[*number];
    if (!device.unfit.empty()) throw UnavailableError(fmt::format("--devices {}: {}", text, device.unfit));
    if (std::ranges::find(ordinals, device.ordinal) != ordinals.end())
      throw UsageError(fmt::format("--devices {}: device {} is named twice", text, device.ordinal));
    ordinals.push_back(device.ordinal);
    first = end + 1;
  }
  return ordinals;
}

std::string devices_option() {
  if (cuda::wanted_devices().empty()) return "";
  return fmt::format(" --devices {}", fmt::join(cuda::wanted_devices(), ","));
}

}  // namespace

void DeviceOptions::add_options_of_one_device(CLI::App& app) {
  const OptionGroup group(app, "Device");
  group.read(
      "--shader-dir", "DIR",
      [this](const std::string& folder) {
        shader_folder_ = open_shader_folder(folder);
        require_replaced_shaders(*shader_folder_);
        shader_directory_ = folder;
      },
      "read shaders from here before the built-in ones");
  add_kernel_device_option(group);
}

void DeviceOptions::add_options(CLI::App& app) {
  add_options_of_one_device(app);
  OptionGroup(app, "Device")
      .read(
          "--devices", "LIST", [](const std::string& text) { cuda::wanted_devices() = read_devices(text); },
          "the NVIDIA devices that share the keys of sample/distributed@cuda: all (as without), or numbers, 0,2; given, "
          "it is the choice where no algorithm is named");
}

void require_used_devices(std::span<const algorithms::Algorithm* const> chosen) {
  if (cuda::wanted_devices().empty()) return;
  const std::string given = devices_option().substr(1);
  const auto shares = [](const algorithms::Algorithm* one) { return algorithms::has_own_memory(*one); };
  if (!chosen.empty() && std::ranges::none_of(chosen, shares)) {
    throw UsageError(fmt::format("{}: {} sorts on one device, and only sample/distributed@cuda on those that are named",
                                 given, chosen.front()->info().id));
  }
  if (cuda::wanted_engine() == cuda::Engine::cpu) {
    throw UsageError(given + " names NVIDIA devices, and --device cpu-kernels takes none");
  }
}

gpu::Device& DeviceOptions::device() {
  if (device_if_any() == nullptr) throw UnavailableError(failure_);
  return *device_;
}

gpu::Device* DeviceOptions::device_if_any() {
  if (device_ || !failure_.empty()) return device_.get();
  gpu::DeviceOptions options;
  if (!shader_directory_.empty()) options.shader_directory = shader_directory_;
  tell_replaced_shaders();
  const auto start = std::chrono::steady_clock::now();
  try {
    device_ = gpu::Device::headless(options);
    starting_ = std::chrono::steady_clock::now() - start;
    const std::string note = fallback_note(device_->info(), device_->trials());
    if (!note.empty()) say_note(note);
  } catch (const UnavailableError& error) {
    failure_ = error.what();
    if (failure_.empty()) failure_ = "no OpenGL context can be made";
  }
  return device_.get();
}

void DeviceOptions::tell_replaced_shaders() {
  if (!shader_folder_ && (shader_folder_ = open_shader_folder(std::nullopt))) require_replaced_shaders(*shader_folder_);
  if (shader_folder_ && !std::exchange(said_replaced_, true)) say_replaced_shaders(*shader_folder_);
}

std::string DeviceOptions::shader_directory() const {
  return shader_folder_ ? shader_folder_->path.string() : std::string();
}

std::string DeviceOptions::shader_path(const std::string& shader) const {
  if (shader_folder_ && std::filesystem::is_regular_file(shader_folder_->path / shader)) {
    return (shader_folder_->path / shader).lexically_normal().string();
  }
  return "shaders/" + shader;
}

std::vector<std::string> DeviceOptions::replaced_shaders() const {
  return shader_folder_ ? shader_folder_->survey.replaced : std::vector<std::string>{};
}

void DeviceOptions::release() {
  device_.reset();
}

gpu::Device* DeviceOptions::device_if_faster() {
  const bool other_shaders = !command_line().empty();
  if (!device_ && !other_shaders && gpu::has_only_software() && !cuda::devices().reason.empty()) return nullptr;
  return device_if_any();
}

gpu::Device* DeviceOptions::device_if_any(const algorithms::Algorithm& algorithm) {
  return algorithm.info().backend == algorithms::Backend::cpu ? nullptr : device_if_any();
}

gpu::Device* DeviceOptions::device_for(const algorithms::Algorithm& algorithm) {
  if (algorithms::has_own_memory(algorithm)) return device_if_any();
  return algorithm.info().backend == algorithms::Backend::cpu ? nullptr : &device();
}

std::string DeviceOptions::command_line() const {
  const std::string device = cuda::wanted_engine() == cuda::Engine::cpu ? " --device cpu-kernels" : "";
  return device + devices_option() +
         (shader_directory_.empty() ? std::string() : " --shader-dir " + shell_quoted(shader_directory_));
}

bool uses_winners(const AlgorithmOptions& algorithm, const DeviceOptions& device) {
  return algorithm.undecided() && device.command_line().empty();
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
