#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands/command_table.h"

namespace texelsort::app {

/// Wraps text to lines of at most `width` columns, each indented by `indent` blanks. Words that are longer than a line
/// are not broken.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// Returns the output of --help. Lines have at most `width` columns, unless a single word is longer. Long examples
/// continue after a backslash, so that they stay valid in a shell.
std::string help_text(const CommandRow& command, std::size_t width);

struct EnvironmentVariable {
  std::string_view name, help;
};
/// Returns the environment variables that the program reads.
const std::vector<EnvironmentVariable>& environment_variables();

/// Returns the manual page texelsort(1) in roff's man macros, with all commands and options of the table.
std::string manual_page(const CommandRow& root);

}  // namespace texelsort::app
