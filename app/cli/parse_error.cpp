#include "app/cli/parse_error.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "compute/data/nearest.h"

namespace texelsort::app {

namespace {

/// The innermost subcommand that the command line names.
const CLI::App& deepest(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : deepest(*parsed.front());
}

std::string full_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : full_name(*parent) + " " + app.get_name();
}

/// Both without the dashes, which would make any two options look alike.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates,
                       const std::string& prefix = "") {
  const std::string nearest = data::nearest(word, candidates);
  return nearest.empty() ? "" : fmt::format(", did you mean '{}{}'?", prefix, nearest);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string describe_leftover(const CLI::App& app, const CLI::App& command) {
  const std::vector<std::string> leftover = app.remaining(true);
  if (leftover.empty()) return "an argument was not expected";
  const std::string& word = leftover.front();
  if (word.size() > 1 && word.front() == '-') {
    const std::string option = word.substr(0, word.find('='));
    const std::string bare = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    return fmt::format("unknown option '{}'{}", option, suggestion(bare, option_names(command), "--"));
  }
  return fmt::format("unexpected argument '{}'", word);
}

}  // namespace

std::string describe_unknown_command(const CLI::App& app, const std::string& word) {
  return fmt::format("unknown command '{}'{}", word, suggestion(word, command_names(app)));
}

std::string describe(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = deepest(app);
  if (&command == &app && app.count("INPUT") > 0) {
    const std::string word = app["INPUT"]->as<std::string>();
    std::error_code ignored;  // a name that no file can have is none, too
    if (word != "-" && !std::filesystem::exists(word, ignored)) {  // a mistyped command with options of its own
      return describe_unknown_command(app, word) + "; see texelsort --help";
    }
  }
  const bool leftover = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  std::string message = leftover ? describe_leftover(app, command) : std::string(error.what());
  return fmt::format("{}; see {} --help", message, full_name(command));
}

}  // namespace texelsort::app
