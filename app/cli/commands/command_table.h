#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// Kind of an option's value, in addition to its words.
enum class ValueKind : std::uint8_t {
  none,  ///< a flag
  word,  ///< one of `words`, or any word
  file,  ///< a file, or one of `words`
  directory,
  assignments,  ///< NAME=VALUE of an algorithm's parameters
};

/// One option or argument, as the command line declares it.
struct OptionRow {
  std::vector<std::string> short_names, long_names;  ///< without dashes; both empty: an argument
  std::string argument;                              ///< "INPUT"; empty: an option
  std::string value;                                 ///< "SIZE"; empty for a flag and for an argument
  std::string help, group;
  ValueKind kind = ValueKind::none;
  std::vector<std::string> words;  ///< accepted words; empty: not a fixed list
  char delimiter = '\0';           ///< separator of several values in one word
  bool several = false;            ///< accepts several values in a row
  bool required = false;

  bool is_argument() const { return !argument.empty(); }
  /// Returns "-n,--count", or "INPUT".
  std::string names() const;
};

/// A command and its subcommands.
struct CommandRow {
  std::string name, path;  ///< "print", "texelsort network print"
  std::vector<std::string> aliases;
  std::string description;
  std::vector<OptionRow> options;     ///< as declared, arguments first
  std::vector<std::string> notes;     ///< paragraphs below the options
  std::vector<std::string> examples;  ///< command lines
  std::vector<CommandRow> commands;
  bool needs_command = false;
};

/// Returns the table of commands and options, derived from the tree that parses the command line. Help, manual and
/// completions use it. Omits hidden commands (those in an empty group).
CommandRow command_table(const CLI::App& app);

/// Returns the subcommand with this name or alias. Null if there is none.
const CommandRow* find_command(const CommandRow& parent, const std::string& name);

}  // namespace texelsort::app
