// Reader for the file format that assets/experiments/README.md describes.
#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/problem/problem_spec.h"
#include "app/problem/toml_table.h"
#include "app/tuning/experiments/experiment.h"
#include "app/tuning/experiments/verdict.h"
#include "compute/data/error.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

constexpr std::uint64_t experiment_format = 1;
const std::vector<std::string> selected_dimensions{"n", "type", "distribution", "payload"};

std::vector<std::string> or_default(std::vector<std::string> words, const char* usual) {
  return words.empty() ? std::vector<std::string>{usual} : words;
}

bool read_flag(TomlTable& table, const char* key) {
  const toml::node* node = table.find(key);
  if (node == nullptr) return false;
  const auto value = node->value_exact<bool>();
  if (!value) table.fail(*node, fmt::format("'{}': expected true or false", key));
  return *value;
}

/// Reads a key whose value is one of `words`. Returns the index of its value in `words`, or 0 if the key is missing.
std::size_t read_word(TomlTable& table, const char* key, const std::vector<std::string>& words) {
  const std::string word = table.text_or_none(key);
  if (word.empty()) return 0;
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) {
    table.fail(table.need(key), fmt::format("unknown value '{}' of '{}': choose from {}{}", word, key,
                                            fmt::join(words, ", "), data::did_you_mean(word, words)));
  }
  return static_cast<std::size_t>(found - words.begin());
}

/// Reads the tasks of a set. External sorts have records of one form, so their sets have no types, distributions,
/// payloads and axes.
std::vector<std::string> read_tasks(TomlTable& table) {
  std::vector<std::string> tasks = table.texts("tasks");
  const std::size_t external = static_cast<std::size_t>(std::ranges::count_if(tasks, is_external));
  if (external == 0) return tasks;
  if (external < tasks.size())
    table.fail(table.need("tasks"), fmt::format("'{}' and other tasks need a [[measure]] each", external_task));
  for (const char* key : {"types", "distributions", "payloads", "axes", "passes"}) {
    if (table.find(key) == nullptr) continue;
    table.fail(table.need(key),
               fmt::format("'{}' sorts records of the sort benchmark: leave out '{}'", external_task, key));
  }
  return tasks;
}

MeasuredSet read_set(const toml::table& node, const std::string& file) {
  TomlTable table(node, "a set of measurements", file);
  MeasuredSet set{.configurations = table.texts("configurations"),
                  .axes = table.texts("axes"),
                  .quick = table.texts("quick"),
                  .software = table.texts("software"),
                  .gpu = table.texts("gpu"),
                  .types = or_default(table.texts("types"), "u32"),
                  .distributions = or_default(table.texts("distributions"), "uniform"),
                  .payloads = or_default(table.texts("payloads"), "none"),
                  .tasks = read_tasks(table),
                  .passes = read_flag(table, "passes")};
  table.finish();
  if (set.configurations.empty()) table.fail(node, "a set of measurements needs 'configurations'");
  if (set.gpu.empty() && set.software.empty())
    table.fail(node, "a set of measurements needs sizes: 'gpu' or 'software'");
  read_configurations(set.configurations);
  for (const std::string& payload : set.payloads) problem_with(payload);
  for (const std::string& task : set.tasks) {
    if (!is_external(task)) problem_with("none", task);
  }
  return set;
}

RowSelector read_selector(TomlTable& table, const toml::node& at, const std::string& text) {
  std::istringstream words(text);
  std::string configuration, word;
  words >> configuration;
  RowSelector selector;
  selector.text = text;
  const auto competitors = read_configurations({configuration});
  if (competitors.size() != 1)
    table.fail(at, fmt::format("'{}': expected one algorithm, but several match", configuration));
  selector.competitor = competitors.front();
  while (words >> word) {
    if (word.starts_with('-') || word == external_task) {
      std::string rest;
      std::getline(words, rest);
      selector.where["task"] = {is_external(word) ? word + rest : task_words(problem_with("none", word + rest))};
      break;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals == std::string::npos || std::ranges::find(selected_dimensions, name) == selected_dimensions.end()) {
      table.fail(at, fmt::format("'{}': expected NAME=VALUE after the configuration, with one of {}{}", word,
                                 fmt::join(selected_dimensions, ", "), data::did_you_mean(name, selected_dimensions)));
    }
    std::istringstream values(word.substr(equals + 1));
    for (std::string value; std::getline(values, value, '|');) {
      const ProblemSpec problem = problem_with(name == "payload" ? value : "none");
      selector.where[name].push_back(name == "payload" ? data::payload_text(problem.payload, problem.shape()) : value);
    }
  }
  return selector;
}

std::map<std::string, std::string> read_reasons(TomlTable& claim, const std::string& file) {
  std::map<std::string, std::string> reasons;
  const toml::table* node = claim.table("why");
  if (node == nullptr) return reasons;
  TomlTable table(*node, "the reasons of a claim", file);
  for (const std::string& verdict : verdict_words()) {
    for (const char* machine : {"", "-software", "-gpu"}) {
      const std::string text = table.text_or_none(verdict + machine);
      if (!text.empty()) reasons[verdict + machine] = text;
    }
  }
  table.finish();
  return reasons;
}

/// Reads the table "paper-problems", whose missing keys have the values of `usual`.
PaperProblems read_problems(TomlTable& owner, const std::string& file, PaperProblems usual) {
  const toml::table* node = owner.table("paper-problems");
  if (node == nullptr) return usual;
  TomlTable table(*node, "the paper's problems", file);
  for (const char* name : {"n", "type", "distribution", "payload", "task"}) {
    if (const auto values = table.texts(name); !values.empty()) usual[name] = values;
  }
  table.finish();
  for (const std::string& size : usual["n"]) {
    if (!data::parse_size(size)) table.fail(*node, fmt::format("'{}' is no size", size));
  }
  return usual;
}

/// Reads the table "paper-values", whose missing keys have the values of `usual`.
PaperValues read_values(TomlTable& owner, const std::string& file, PaperValues usual) {
  const toml::table* node = owner.table("paper-values");
  if (node == nullptr) return usual;
  TomlTable table(*node, "the paper's values", file);
  for (const auto& [parameter, values] : *node) {
    usual[std::string(parameter.str())] = table.texts(parameter.str());
  }
  table.finish();
  return usual;
}

/// Reads the bounds of a claim. Their default values follow from the paper's numbers.
void read_bounds(TomlTable& table, const toml::table& node, Claim& claim) {
  claim.paper_low = table.ratio_or_none("paper-low");
  claim.paper_high = table.ratio_or_none("paper-high");
  if (claim.paper_high && !claim.paper_low) table.fail(node, "a claim with 'paper-high' needs 'paper-low'");
  claim.at_least = claim.paper_low.value_or(1);
  if (claim.paper_high) {
    // A claim of an order keeps it: its lower bound does not fall below 1.
    claim.at_least = std::max(*claim.paper_low / (1 + tolerance), *claim.paper_low > 1 ? 1.0 : 0.0);
    claim.at_most = *claim.paper_high * (1 + tolerance);
  }
  if (const auto least = table.ratio_or_none("at-least")) claim.at_least = *least;
  if (const auto most = table.ratio_or_none("at-most")) claim.at_most = *most;
  if (claim.at_most && *claim.at_most <= claim.at_least) table.fail(node, "'at-most' must be above 'at-least'");
}

void read_quantity(TomlTable& table, const toml::table& node, Claim& claim) {
  claim.unit = static_cast<ClaimUnit>(read_word(table, "unit", {"whole", "key", "pass", "memory"}));
  claim.faster_in = table.texts("faster-in");
  claim.than_in = table.texts("than-in");
  claim.rate = static_cast<ClaimRate>(read_word(table, "rate", {"none", "keys", "compare-and-swaps"}));
  const std::size_t cache = read_word(table, "cache", {"none", "block-width", "block-height", "cache-size"});
  if (cache > 0) claim.cache = static_cast<measure::CacheParameter>(cache - 1);
  if (cache > 0 && (claim.rate != ClaimRate::none || !claim.than.empty()))
    table.fail(node, "a claim with 'cache' needs neither 'rate' nor 'than'");
  if (claim.compares_rows() && claim.than.empty())
    table.fail(node, "a claim needs 'than' (the configurations that are slower), 'rate' or 'cache'");
  if (claim.rate == ClaimRate::none) return;
  if (!claim.than.empty()) table.fail(node, "a claim with 'rate' needs 'per-second' and no 'than'");
  claim.per_second = table.ratio_or_none("per-second").value_or(0);
  if (claim.per_second == 0) table.fail(node, "a claim with 'rate' needs 'per-second', the paper's number");
}

Claim read_claim(const toml::table& node, const std::string& file, const PaperProblems& usual,
                 const PaperValues& usual_values) {
  TomlTable table(node, "a claim", file);
  Claim claim;
  claim.says = table.text("says");
  claim.where = table.text("where");
  claim.paper = table.text_or_none("paper");
  read_bounds(table, node, claim);
  claim.trend = read_flag(table, "trend");
  claim.central = read_flag(table, "central");
  claim.not_comparable = table.text_or_none("not-comparable");
  claim.differs = table.texts("differs");
  claim.paper_problems = read_problems(table, file, usual);
  claim.paper_values = read_values(table, file, usual_values);
  claim.faster = read_selector(table, table.need("faster"), table.text("faster"));
  for (const std::string& text : table.texts("than")) {
    claim.than.push_back(read_selector(table, table.need("than"), text));
  }
  read_quantity(table, node, claim);
  claim.why = read_reasons(table, file);
  claim.line = table.line();
  table.finish();
  return claim;
}

}  // namespace

ProblemSpec problem_with(const std::string& payload, const std::string& task) {
  const std::size_t layout = payload.find(':', payload.starts_with("record:") ? std::string_view("record:").size() : 0);
  const auto choice = data::parse_payload_choice(payload.substr(0, layout));
  if (!choice) throw UsageError(fmt::format("unknown payload '{}'", payload));
  ProblemSpec spec;
  spec.payload = choice->kind;
  spec.fields = choice->fields;
  read_task_words(task, spec);
  if (layout == std::string::npos) return spec;
  spec.layout = data::parse_layout(payload.substr(layout + 1));
  if (!spec.layout) throw UsageError(fmt::format("'{}': unknown layout of records", payload));
  return spec;
}

const std::vector<std::string>& MeasuredSet::sizes(Effort effort) const {
  return effort == Effort::quick ? quick : effort == Effort::software ? software : gpu;
}

Experiment read_experiment(std::string_view text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  TomlTable table(root, "an experiment", file);
  const std::uint64_t format = table.number("format");
  if (format != experiment_format) {
    table.fail(table.need("format"), fmt::format("unknown format {}: expected format {}", format, experiment_format));
  }
  Experiment experiment{.file = file,
                        .title = table.text("title"),
                        .source = table.text("source"),
                        .hardware = table.text("hardware"),
                        .notes = table.text_or_none("notes"),
                        .sets = {},
                        .claims = {}};
  for (const toml::table* set : table.tables("measure")) experiment.sets.push_back(read_set(*set, file));
  const PaperProblems problems = read_problems(table, file, {});
  const PaperValues values = read_values(table, file, {});
  for (const toml::table* claim : table.tables("claim")) {
    experiment.claims.push_back(read_claim(*claim, file, problems, values));
    experiment.claims.back().number = experiment.claims.size();
  }
  table.finish();
  if (experiment.sets.empty()) table.fail(root, "an experiment needs at least one [[measure]]");
  if (experiment.claims.empty()) table.fail(root, "an experiment needs at least one [[claim]]");
  return experiment;
}

}  // namespace texelsort::app
