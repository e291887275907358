#pragma once

#include <string>

#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// Returns one line that describes an error in the command line, and names the --help that explains the command.
std::string describe(const CLI::App& app, const CLI::ParseError& error);

/// Returns a message such as "unknown command 'sotr', did you mean 'sort'?".
std::string describe_unknown_command(const CLI::App& app, const std::string& word);

}  // namespace texelsort::app
