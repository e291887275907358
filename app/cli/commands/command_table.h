#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// What stands where an option's value is expected, besides its words.
enum class ValueKind : std::uint8_t {
  none,  ///< a flag
  word,  ///< one of `words`, or anything
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
  std::vector<std::string> words;  ///< that it takes; empty: others than words
  char delimiter = '\0';           ///< between several values in one word
  bool several = false;            ///< takes more than one value at a time
  bool required = false;

  bool is_argument() const { return !argument.empty(); }
  /// "-n,--count", or "INPUT".
  std::string names() const;
};

/// A command with all that is below it.
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

/// The one table of commands and options, read off the tree that parses the command line; help, manual and completions
/// come from it. Hidden commands (of an empty group) are left out.
CommandRow command_table(const CLI::App& app);

/// The command of that name or alias below this one, or null.
const CommandRow* find_command(const CommandRow& parent, const std::string& name);

}  // namespace texelsort::app
