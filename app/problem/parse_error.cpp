#include "app/problem/parse_error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/text/nearest.h"

namespace texelsort::app {

namespace {

/// Returns the innermost subcommand that the command line names.
const CLI::App& deepest(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : deepest(*parsed.front());
}

std::string full_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : full_name(*parent) + " " + app.get_name();
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

bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

/// Returns the end of the error message for an unknown option. It names the commands that have the option: ", which
/// sort, merge have". If there are none, it suggests a similar option.
std::string where_it_belongs(const CLI::App& app, const CLI::App& command, const std::string& option) {
  std::vector<std::string> owners;
  for (const CLI::App* other : app.get_subcommands([](const CLI::App*) { return true; })) {
    const CLI::Option* known = other->get_option_no_throw(option);
    if (known != nullptr && !known->get_group().empty()) owners.push_back(other->get_name());
  }
  if (!owners.empty()) {
    return fmt::format(", which {} {}", fmt::join(owners, ", "), owners.size() == 1 ? "has" : "have");
  }
  // Compare names without dashes, because equal dashes make different options look similar.
  const std::string bare = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  return data::did_you_mean(bare, option_names(command), "--");
}

std::string describe_leftover(const CLI::App& app, const CLI::App& command) {
  const std::vector<std::string> leftover = app.remaining(true);
  if (leftover.empty()) return "an argument was not expected";
  const auto option = std::ranges::find_if(leftover, is_option);
  if (option == leftover.end()) return fmt::format("unexpected argument '{}'", leftover.front());
  const std::string name = option->substr(0, option->find('='));
  return fmt::format("unknown option '{}'{}", name, where_it_belongs(app, command, name));
}

/// Returns whether the command line has an unknown option. CLI11 then reads the option's value as INPUT and reports a
/// misleading error.
bool has_unknown_option(const CLI::App& app) {
  return std::ranges::any_of(app.remaining(true), is_option);
}

}  // namespace

std::string describe_unknown_command(const CLI::App& app, const std::string& word) {
  return fmt::format("unknown command '{}'{}", word, data::did_you_mean(word, command_names(app)));
}

std::string describe(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = deepest(app);
  if (&command == &app && app.count("INPUT") > 0) {
    const std::string word = app["INPUT"]->as<std::string>();
    std::error_code ignored;  // ignore errors, because a file with an invalid name does not exist either
    // a word that names no file is probably a mistyped command
    if (word != "-" && !std::filesystem::exists(word, ignored)) {
      return describe_unknown_command(app, word) + "; see texelsort --help";
    }
  }
  const bool leftover = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || has_unknown_option(app);
  std::string message = leftover ? describe_leftover(app, command) : std::string(error.what());
  return fmt::format("{}; see {} --help", message, full_name(command));
}

}  // namespace texelsort::app
