#pragma once

#include <string>

#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// One line that says what is wrong with the command line and which --help to read.
std::string describe(const CLI::App& app, const CLI::ParseError& error);

/// "unknown command 'sotr', did you mean 'sort'?"
std::string describe_unknown_command(const CLI::App& app, const std::string& word);

}  // namespace texelsort::app
