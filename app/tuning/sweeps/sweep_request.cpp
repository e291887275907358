#include "app/tuning/sweeps/sweep_request.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/problem/host.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "app/problem/shell.h"
#include "app/tuning/sweeps/dimension.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/benchmark_case.h"

namespace texelsort::app {

namespace {

std::vector<std::string> sizes_of(const SweepRequest& request) {
  return request.sizes.empty() ? std::vector<std::string>{"2^16"} : request.sizes;
}

std::vector<ProblemSpec> problems_of(const SweepRequest& request) {
  std::vector<ProblemSpec> specs;
  for (const std::string& type : request.types) {
    for (const std::string& distribution : request.distributions) {
      const auto fixed_n = data::find_distribution(distribution).fixed_n;
      if (fixed_n) {
        throw UsageError(fmt::format("-d {}: a sweep cannot use this example, because it always has {} keys",
                                     distribution, *fixed_n));
      }
      for (const std::string& size : axis_values("-n", sizes_of(request))) {
        ProblemSpec spec = request.problem;
        spec.type = key_type_option(type);
        spec.distribution = distribution;
        spec.n = size_option(size, "-n");
        specs.push_back(spec);
      }
    }
  }
  return specs;
}

bool is_sweep(const std::string& command) {
  return command.starts_with("texelsort sweep ") || command.starts_with("texelsort tune ");
}

/// Returns the options of a command line, each with its values.
std::vector<std::string> options_of(const std::string& line) {
  std::vector<std::string> options;
  for (const std::string& word : shell_words(line)) {
    word.starts_with('-') || options.empty() ? options.push_back(word) : void(options.back() += " " + word);
  }
  return options;
}

/// Returns the options of `line` that `other` lacks.
std::string options_without(const std::string& line, const std::string& other) {
  const std::vector<std::string> others = options_of(other);
  std::string text;
  for (const std::string& option : options_of(line)) {
    if (std::ranges::find(others, option) == others.end()) text += (text.empty() ? "" : " ") + option;
  }
  return text;
}

void require_same_options(const std::string& path, const SweepHeader& found, const SweepHeader& own) {
  if (found.command == own.command) return;
  // Only sweeps and searches may change. `texelsort reproduce` continues under the same command.
  if (!is_sweep(own.command) || !is_sweep(found.command)) {
    throw UsageError(fmt::format("{} cannot be continued: its command is '{}', but that of this command is '{}'", path,
                                 found.command, own.command));
  }
  ReadCommand theirs = read_command(found.command);
  const ReadCommand ours = read_command(own.command);
  theirs.request.budget = ours.request.budget;
  // A search keeps no list of its trials, so nothing else about it may change.
  if (ours.request.command == "sweep") {
    theirs.request.competitors = ours.request.competitors;
    theirs.request.axes = ours.request.axes;
    theirs.request.restrictions = ours.request.restrictions;
    theirs.request.sizes = ours.request.sizes;
    theirs.request.types = ours.request.types;
    theirs.request.distributions = ours.request.distributions;
  }
  const auto line = [](const ReadCommand& one) {
    return repeating_command(one.request) + fmt::format(" {}", fmt::join(one.device_words, " "));
  };
  const std::string before = options_without(line(theirs), line(ours)), now = options_without(line(ours), line(theirs));
  if (before == now) return;
  throw UsageError(
      fmt::format("{} cannot be continued: it was measured with '{}', but this command has '{}'", path, before, now));
}

/// Returns whether a result has the samples that `wanted` asks for. It was measured with the limit `before`.
bool has_enough_samples(const TrialResult& row, const measure::Budget& before, const measure::Budget& wanted) {
  if (row.status != TrialStatus::measured) return true;
  if (row.partial) return false;
  const bool wants_more = wanted.min_samples > before.min_samples || wanted.max_samples > before.max_samples ||
                          wanted.seconds > before.seconds;
  return !wants_more || measure::are_enough(row.samples_ms, wanted);
}

}  // namespace

ReadCommand read_command(const std::string& command) {
  if (!is_sweep(command)) throw UsageError(fmt::format("'{}' is not a command of a sweep", command));
  std::vector<std::string> words = shell_words(command);
  ReadCommand read;
  read.request.command = words[1];
  CLI::App app;
  app.allow_extras();
  const OptionGroup group(app);
  QuestionOptions questions;
  std::string ignored;
  read.request.add_configuration_options(group);
  read.request.add_problem_options(group);
  questions.add_options(group);
  add_sequence_count_option(group, read.request.problem);
  read.request.add_passes_option(group);
  read.request.add_budget_options(group);
  // The search and its time may change from run to run.
  group.value("--search", "", ignored, "");
  group.value("--budget", "", ignored, "");
  words.erase(words.begin(), words.begin() + 2);
  std::ranges::reverse(words);  // CLI11 expects the last word first
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("'{}': {}", command, error.what()));
  }
  read.request.problem.questions = questions.questions();
  read.device_words = app.remaining();
  return read;
}

void require_same(const std::string& path, const SweepHeader& found, const SweepHeader& own) {
  const auto same = [&path](const char* what, const std::string& theirs, const std::string& ours) {
    if (theirs == ours) return;
    throw UsageError(fmt::format("{} cannot be continued: its {} is '{}', but that of this command is '{}'", path, what,
                                 theirs, ours));
  };
  same("renderer", found.renderer, own.renderer);
  same("driver", found.driver, own.driver);
  same("processor", found.processor, own.processor);
  same("program's version", found.version, own.version);
  if (const std::string text = difference(found, own); !text.empty()) {
    throw UsageError(fmt::format("{} cannot be continued: the file and this command differ in the {}", path, text));
  }
  if (found.shaders != own.shaders) {
    throw UsageError(path + " cannot be continued: the files that replace shaders have changed since");
  }
  for (const auto& [id, definition] : own.definitions) {
    const auto before = found.definitions.find(id);
    if (before == found.definitions.end() || before->second == definition) continue;
    throw UsageError(
        fmt::format("{} cannot be continued: the files of {} have changed since: name another file with -o", path, id));
  }
  require_same_options(path, found, own);
}

void require_covered(const std::string& path, const std::vector<TrialResult>& rows, const std::vector<Trial>& trials) {
  std::vector<TrialResult> own;
  std::set<std::string> keys;
  for (const Trial& trial : trials) {
    own.push_back(describe(trial));
    keys.insert(own.back().key());
  }
  for (const TrialResult& row : rows) {
    if (keys.contains(row.key())) continue;
    std::string what = configuration_text(row);
    std::vector<std::string> names{"algorithm", "n", "type", "distribution", "order", "payload", "task"};
    for (const auto& [name, value] : row.given) names.push_back(name);
    for (const std::string& name : names) {
      const std::string value = value_of(row, name);
      const auto has = [&](const TrialResult& one) { return value_of(one, name) == value; };
      if (std::ranges::any_of(own, has)) continue;
      what = fmt::format("{} = {}", name, value);
      break;
    }
    throw UsageError(
        fmt::format("{} cannot be continued: it contains results of {}, which this command leaves out: add it to the "
                    "command, or name another file with -o",
                    path, what));
  }
}

std::function<bool(const TrialResult&)> enough_for(const SweepResults& results, const SweepRequest& request) {
  std::vector<measure::Budget> before;
  for (const SweepHeader& header : results.earlier) {
    before.push_back(read_command(header.command).request.budget.budget);
  }
  before.push_back(read_command(results.header.command).request.budget.budget);
  return [before = std::move(before), wanted = request.budget.budget](const TrialResult& row) {
    return has_enough_samples(row, before[std::min(row.header, before.size() - 1)], wanted);
  };
}

SweepSpace space_of(const SweepRequest& request, const cuda::ExecutionOptions& execution) {
  SweepSpace space{read_configurations(request.competitors), read_axes(request.axes), problems_of(request), execution};
  for (const std::string& text : request.restrictions) space.restrictions.emplace_back("--where", text);
  // Reject names of algorithms that are not UTF-8, because result files and saved values store them as JSON.
  for (const algorithms::Configuration& one : space.competitors) data::require_utf8(one.algorithm->info().id, "-a");
  return space;
}

CLI::Option* SweepRequest::add_configuration_options(const OptionGroup& group, const std::string& algorithms_help,
                                                     const std::string& axes_help) {
  CLI::Option* algorithms = group.list("-a,--algorithm", "CONFIGURATION", competitors, algorithms_help, algorithm_ids);
  group.value("-p,--parameter", "NAME=VALUES", axes, axes_help);
  group.value("--where", "CONDITION", restrictions,
              "measure only configurations that meet this condition, such as 'tile*workgroup<=4096'; may be repeated");
  return algorithms;
}

void SweepRequest::add_problem_options(const OptionGroup& group) {
  group.list("-n,--count", "SIZES", sizes, "numbers of keys, or ranges such as 2^16..2^24:x4 (default: 2^16)");
  group.list("-t,--type", "TYPE", types, "key types (default: u32)", listed(key_types));
  group.list("-d,--distribution", "NAME", distributions, "distributions (default: uniform)", distribution_names);
  add_sorting_options(group.under("Input"), problem);
}

void SweepRequest::add_budget_options(const OptionGroup& group) {
  budget.add_options(group, "", "1 per configuration");
}

void SweepRequest::add_passes_option(const OptionGroup& group) {
  group.flag("--passes", passes, "also time each pass, and write the times to the file");
}

std::string repeating_command(const SweepRequest& request, const std::string& device_words) {
  SweepRequest told = request;
  told.sizes = sizes_of(request);
  CommandWords words{.list = CommandWords::List::by_commas,
                     .always = {"--order", "--payload"},
                     .line = "texelsort " + request.command};
  const OptionGroup group(words);
  told.add_configuration_options(group);
  told.add_problem_options(group);
  words.line += sequence_options(request.problem) + question_options(request.problem.questions);
  told.add_passes_option(group);
  told.add_budget_options(group);
  return words.line + device_words;
}

bool needs_device(const SweepSpace& space) {
  return std::ranges::any_of(space.competitors, [](const algorithms::Configuration& one) {
    return one.algorithm->info().backend != algorithms::Backend::cpu;
  });
}

std::map<std::string, std::string> definitions_of(const SweepSpace& space) {
  std::map<std::string, std::string> definitions;
  for (const algorithms::Configuration& one : space.competitors) {
    const std::string definition = one.algorithm->content_hash();
    if (!definition.empty()) definitions[one.algorithm->info().id] = definition;
  }
  return definitions;
}

SweepHeader header_of(const SweepRequest& request, const std::string& device_words, const gpu::DeviceInfo* device,
                      std::size_t trials) {
  return {environment_of(device), repeating_command(request, device_words), utc_now(), request.problem.seed, trials};
}

}  // namespace texelsort::app
