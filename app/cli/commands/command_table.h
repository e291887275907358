#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// Kind of an option's value. Options may also list the accepted words.
enum class ValueKind : std::uint8_t {
  none,  ///< no value: the option is a flag
  word,  ///< one of `words`, or any word if there are none
  file,  ///< a file, or one of `words`
  directory,
  assignments,  ///< NAME=VALUE for a parameter of an algorithm
};

/// One option or argument, as the command line declares it.
struct OptionRow {
  std::vector<std::string> short_names, long_names;  ///< names without dashes; both are empty for an argument
  std::string argument;                              ///< name of an argument, "INPUT"; empty for an option
  std::string value;  ///< placeholder for the value, "SIZE"; empty for a flag and for an argument
  std::string help, group;
  ValueKind kind = ValueKind::none;
  std::vector<std::string> words;  ///< accepted words; empty if there is no fixed list
  char delimiter = '\0';           ///< separator of several values in one word; 0 if there is none
  bool several = false;            ///< true if several values may follow each other
  bool required = false;

  bool is_argument() const { return !argument.empty(); }
  /// Returns the names for the help: "-n,--count", or "INPUT".
  std::string names() const;
};

/// A command and its subcommands.
struct CommandRow {
  std::string name, path;  ///< name and full name: "print", "texelsort network print"
  std::vector<std::string> aliases;
  std::string description;
  std::vector<OptionRow> options;     ///< options in the order of declaration, arguments first
  std::vector<std::string> notes;     ///< paragraphs to print below the options
  std::vector<std::string> examples;  ///< example command lines
  std::vector<CommandRow> commands;
  bool needs_command = false;
};

/// Returns the table of commands and options, derived from the tree that parses the command line. Help, manual and
/// completions use it. Omits hidden commands (those in an empty group).
CommandRow command_table(const CLI::App& app);

/// Returns the subcommand with this name or alias. Null if there is none.
const CommandRow* find_command(const CommandRow& parent, const std::string& name);

}  // namespace texelsort::app
