#include "app/cli/commands/command_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "app/problem/option_group.h"

namespace texelsort::app {

namespace {

ValueKind kind_of(const OptionRow& row) {
  const std::string& what = row.argument.empty() ? row.value : row.argument;
  if (what.empty()) return ValueKind::none;
  for (const char* file : {"FILE", "INPUT", "NETWORK"}) {
    if (what.starts_with(file)) return ValueKind::file;
  }
  if (what == "DIR") return ValueKind::directory;
  if (what == "NAME=VALUE") return ValueKind::assignments;
  return ValueKind::word;
}

OptionRow option_row(const CLI::Option& option) {
  OptionRow row;
  row.short_names = option.get_snames();
  row.long_names = option.get_lnames();
  if (option.get_positional()) row.argument = option.get_name(true, false);
  if (option.get_type_size() != 0 && row.argument.empty()) {
    const std::string type = option.get_type_name();  // a validator appends ":INT in [1 - 9]" to "NUMBER"
    row.value = type.substr(0, type.find(':'));
  }
  row.help = option.get_description();
  row.group = option.get_group();
  row.kind = kind_of(row);
  row.words = offered_words(option);
  row.delimiter = option.get_delimiter();
  row.several = option.get_expected_max() > 1 && (option.get_allow_extra_args() || option.get_positional());
  row.required = option.get_required();
  return row;
}

/// Splits the footer of a command's help into paragraphs and the indented command lines below "Examples:". Ignores line
/// breaks within a paragraph.
void read_footer(const std::string& footer, CommandRow& row) {
  std::istringstream lines(footer);
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) row.notes.push_back(std::exchange(paragraph, {}));
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) {
      row.examples.push_back(CLI::detail::trim_copy(line));
    } else if (line.empty() || line == "Examples:" || line == "Example:") {
      end_paragraph();
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  end_paragraph();
}

CommandRow command_row(const CLI::App& app, const std::string& parent) {
  CommandRow row;
  row.name = app.get_name();
  row.path = parent.empty() ? row.name : parent + " " + row.name;
  row.aliases = app.get_aliases();
  row.description = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) row.options.push_back(option_row(*option));
  }
  std::ranges::stable_partition(row.options, &OptionRow::is_argument);
  read_footer(app.get_footer(), row);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* any) { return !any->get_group().empty(); })) {
    row.commands.push_back(command_row(*command, row.path));
  }
  row.needs_command = app.get_require_subcommand_min() > 0;
  return row;
}

std::string path_above(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  if (parent == nullptr) return "";
  const std::string above = path_above(*parent);
  return above.empty() ? parent->get_name() : above + " " + parent->get_name();
}

}  // namespace

std::string OptionRow::names() const {
  std::string text = argument;
  const auto add = [&text](const char* dashes, const std::vector<std::string>& names) {
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + (dashes + name);
  };
  if (argument.empty()) {
    add("-", short_names);
    add("--", long_names);
  }
  return text;
}

CommandRow command_table(const CLI::App& app) {
  return command_row(app, path_above(app));
}

const CommandRow* find_command(const CommandRow& parent, const std::string& name) {
  const auto found = std::ranges::find_if(parent.commands, [&name](const CommandRow& row) {
    return row.name == name || std::ranges::find(row.aliases, name) != row.aliases.end();
  });
  return found == parent.commands.end() ? nullptr : &*found;
}

}  // namespace texelsort::app
