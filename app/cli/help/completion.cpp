#include "app/cli/help/completion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"

namespace texelsort::app {

namespace {

const OptionRow* find_option(const CommandRow& command, const std::string& name, bool is_long) {
  for (const OptionRow& option : command.options) {
    const auto& names = is_long ? option.long_names : option.short_names;
    if (std::ranges::find(names, name) != names.end()) return &option;
  }
  return nullptr;
}

/// Result of parsing the words of the command line before the cursor.
struct Position {
  const CommandRow* command;
  /// Option that may get a value next; null if the next word must be another option or an argument.
  const OptionRow* open = nullptr;
  bool filled = false;          ///< true if `open` has a value, but accepts more values
  bool arguments_only = false;  ///< true after "--": all further words are arguments
  std::vector<std::string> arguments{};
  std::vector<std::string> algorithms{};  ///< algorithm ids or patterns, from the values of -a
};

void take_value(Position& at, const OptionRow& option, const std::string& value) {
  if (find_option(*at.command, "algorithm", true) == &option) at.algorithms.push_back(value);
}

/// Returns the option in a word like "-n", "-n8", "--count" or "--count=8". The second result is the value, if the word
/// contains one.
std::pair<const OptionRow*, std::optional<std::string>> option_of(const CommandRow& command, const std::string& word) {
  if (word.starts_with("--")) {
    const std::size_t equals = word.find('=');
    const OptionRow* option = find_option(command, word.substr(2, equals == word.npos ? word.npos : equals - 2), true);
    if (equals == word.npos) return {option, std::nullopt};
    return {option, word.substr(equals + 1)};
  }
  const OptionRow* option = find_option(command, word.substr(1, 1), false);
  if (word.size() == 2) return {option, std::nullopt};
  return {option, word.substr(2)};
}

void take_word(Position& at, const std::string& word) {
  const bool is_option = !at.arguments_only && word.size() > 1 && word.front() == '-';
  if (at.open != nullptr && !(at.filled && is_option)) {
    take_value(at, *at.open, word);
    at.filled = at.open->several;
    if (!at.filled) at.open = nullptr;
    return;
  }
  at.open = nullptr;
  at.filled = false;
  if (is_option && word == "--") {
    at.arguments_only = true;
  } else if (is_option) {
    const auto [option, value] = option_of(*at.command, word);
    if (option == nullptr || option->kind == ValueKind::none) return;
    if (value) {
      take_value(at, *option, *value);
    } else {
      at.open = option;
    }
  } else if (const CommandRow* command = find_command(*at.command, word); command != nullptr && at.arguments.empty()) {
    at.command = command;
  } else {
    at.arguments.push_back(word);
  }
}

/// Returns the title of the algorithm or distribution with this name, or an empty string for other words.
std::string help_of_word(const std::string& word) {
  for (const auto& algorithm : algorithms::registry()) {
    if (algorithm->info().id == word) return algorithm->info().title;
  }
  for (const data::Distribution& distribution : data::distributions()) {
    if (distribution.name == word) return std::string(distribution.title);
  }
  return "";
}

class Collector {
 public:
  Collector(Completion& result, std::string prefix, std::string typed)
      : result_(result), prefix_(std::move(prefix)), typed_(std::move(typed)) {}

  void add(const std::string& word, const std::string& help) {
    if (word.starts_with(typed_) && seen_.insert(word).second) result_.candidates.push_back({prefix_ + word, help});
  }

 private:
  Completion& result_;
  std::string prefix_, typed_;
  std::set<std::string> seen_;
};

std::vector<std::string> values_of(const algorithms::Domain& domain) {
  constexpr std::int64_t most = 64;  // maximum number of suggestions: a longer list does not help
  std::vector<std::string> values;
  if (const auto* choices = std::get_if<algorithms::Choices>(&domain)) return choices->names;
  if (std::holds_alternative<algorithms::Flag>(domain)) return {"true", "false"};
  if (const auto* range = std::get_if<algorithms::IntegerRange>(&domain); range && range->high - range->low < most) {
    for (std::int64_t value = range->low; value <= range->high; ++value) values.push_back(std::to_string(value));
  }
  if (const auto* powers = std::get_if<algorithms::PowersOfTwo>(&domain)) {
    for (std::int64_t value = powers->low; value <= powers->high; value *= 2) values.push_back(std::to_string(value));
  }
  return values;
}

/// Returns the algorithms that match at least one of the patterns, or all algorithms if there are no patterns. Ignores
/// patterns that are incomplete or invalid.
std::vector<const algorithms::Algorithm*> algorithms_named(const std::vector<std::string>& patterns) {
  if (patterns.empty()) return algorithms::match_algorithms("");
  std::vector<const algorithms::Algorithm*> all;
  for (const std::string& pattern : patterns) {
    try {
      const auto some = algorithms::match_algorithms(pattern);
      all.insert(all.end(), some.begin(), some.end());
    } catch (const Error&) {
      // not UsageError alone, because a folder may hold a sort that cannot be used here
    }
  }
  return all;
}

/// Suggests "NAME=" for each parameter of the algorithms that match -a. Without -a, suggests parameters of all
/// algorithms. Once `typed` contains "=", suggests values of the parameter.
void add_assignments(Collector& collect, const std::vector<std::string>& patterns, const std::string& typed) {
  const std::size_t equals = typed.find('=');
  for (const algorithms::Algorithm* algorithm : algorithms_named(patterns)) {
    for (const algorithms::ParameterSpec& spec : parameters_for(*algorithm, data::PayloadKind::record)) {
      if (equals == typed.npos) {
        collect.add(spec.name + "=", spec.help);
      } else if (typed.substr(0, equals) == spec.name) {
        for (const std::string& value : values_of(spec.domain)) collect.add(spec.name + "=" + value, "");
      }
    }
  }
}

/// Suggests the values of an option. `before` is the text before the value in the word under the cursor, such as
/// "--type=".
void add_values(Completion& result, const Position& at, const OptionRow& option, std::string before,
                std::string typed) {
  if (option.delimiter != '\0') {
    const std::size_t last = typed.rfind(option.delimiter);
    if (last != std::string::npos) {
      before += typed.substr(0, last + 1);
      typed.erase(0, last + 1);
    }
  }
  Collector collect(result, before, typed);
  for (const std::string& word : option.words) collect.add(word, help_of_word(word));
  if (option.kind == ValueKind::file) result.paths = Completion::Paths::files;
  if (option.kind == ValueKind::directory) result.paths = Completion::Paths::directories;
  if (option.kind == ValueKind::assignments) add_assignments(collect, at.algorithms, typed);
}

void add_options(Completion& result, const CommandRow& command, const std::string& typed) {
  Collector collect(result, "", typed);
  for (const OptionRow& option : command.options) {
    for (const std::string& name : option.long_names) collect.add("--" + name, option.help);
    for (const std::string& name : option.short_names) collect.add("-" + name, option.help);
  }
}

void add_commands(Completion& result, const CommandRow& command, const std::string& typed) {
  Collector collect(result, "", typed);
  for (const CommandRow& row : command.commands) collect.add(row.name, row.description);
}

/// Adds completions for the arguments of "help": a command, its subcommand and so on.
void add_explained_commands(Completion& result, const CommandRow& root, const Position& at, const std::string& typed) {
  const CommandRow* command = &root;
  for (const std::string& word : at.arguments) {
    command = find_command(*command, word);
    if (command == nullptr) return;
  }
  add_commands(result, *command, typed);
}

void add_arguments(Completion& result, const Position& at, const std::string& typed) {
  const auto& options = at.command->options;
  const auto end = std::ranges::find_if_not(options, &OptionRow::is_argument);
  const auto declared = static_cast<std::size_t>(end - options.begin()), index = at.arguments.size();
  if (index < declared) {
    add_values(result, at, options[index], "", typed);
  } else if (declared > 0 && options[declared - 1].several) {
    add_values(result, at, options[declared - 1], "", typed);
  }
}

}  // namespace

Completion complete(const CommandRow& root, const std::vector<std::string>& words, const std::string& current) {
  Completion result;
  Position at{&root};
  for (const std::string& word : words) take_word(at, word);
  const bool is_option = !at.arguments_only && current.starts_with('-');
  if (at.open != nullptr && !(at.filled && is_option)) {
    add_values(result, at, *at.open, "", current);
  } else if (is_option) {
    const auto [option, value] = option_of(*at.command, current);
    if (value && option != nullptr && option->kind != ValueKind::none && current.starts_with("--")) {
      add_values(result, at, *option, current.substr(0, current.find('=') + 1), *value);
    } else {
      add_options(result, *at.command, current);
    }
  } else if (at.command->path == root.path + " help") {
    add_explained_commands(result, root, at, current);
  } else {
    if (at.arguments.empty()) add_commands(result, *at.command, current);
    // Suggest no files for an empty word if there are subcommands, because files would outnumber the subcommands.
    if (at.command->commands.empty() || !current.empty()) add_arguments(result, at, current);
  }
  return result;
}

std::string text(const Completion& completion) {
  constexpr std::array paths{"words", "files", "directories"};
  std::string lines = fmt::format("{}\n", paths[static_cast<std::size_t>(completion.paths)]);
  for (const Candidate& candidate : completion.candidates) {
    lines += candidate.help.empty() ? candidate.word + "\n" : fmt::format("{}\t{}\n", candidate.word, candidate.help);
  }
  return lines;
}

}  // namespace texelsort::app
