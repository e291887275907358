#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// Kind of an option's value. Options may also list the accepted words.
enum class ValueKind : std::uint8_t {
  none,  ///< no value: the option is a flag
  word,  ///< one of `words`, or any word if `words` is empty
  file,  ///< path of a file, or one of `words`
  directory,
  assignments,  ///< NAME=VALUE for a parameter of an algorithm
};

/// One option or argument, as the command line declares it.
struct OptionRow {
  std::vector<std::string> short_names, long_names;  ///< names without dashes; both are empty for an argument
  std::string argument;                              ///< placeholder for an argument: "INPUT"; empty for an option
  std::string value;  ///< placeholder for an option's value: "SIZE"; empty for a flag and for an argument
  std::string help, group;
  ValueKind kind = ValueKind::none;
  std::vector<std::string> words;  ///< accepted words; empty if the option does not have a fixed list of words
  char delimiter = '\0';           ///< separator of several values in one word; 0 if a word has only one value
  bool several = false;            ///< true if several values may follow the option, each as its own word
  bool required = false;

  bool is_argument() const { return !argument.empty(); }
  /// Returns the names of an option or argument as in the help: "-n,--count", or "INPUT".
  std::string names() const;
};

/// A command and its subcommands.
struct CommandRow {
  std::string name, path;  ///< name, such as "print", and full name, such as "texelsort network print"
  std::vector<std::string> aliases;
  std::string description;
  std::vector<OptionRow> options;  ///< options in the order of declaration, arguments first
  std::vector<std::string> notes;  ///< paragraphs below the options in the help
  std::vector<std::string> examples;
  std::vector<CommandRow> commands;
  bool needs_command = false;
};

/// Returns the table of commands and options from which help, manual and completions are made. Derives the table from
/// the tree that parses the command line. Omits hidden commands, which are in an unnamed group.
CommandRow command_table(const CLI::App& app);

/// Returns the subcommand with a name or alias, or null if the parent has no such subcommand.
const CommandRow* find_command(const CommandRow& parent, const std::string& name);

}  // namespace texelsort::app
