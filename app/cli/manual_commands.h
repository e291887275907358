#pragma once

#include <CLI/CLI.hpp>

/// Commands whose output is made from the table of options of the whole program, `app` being its root.
namespace texelsort::app {

/// help [COMMAND...]
void add_help_command(CLI::App& app);

/// man: the manual page, in roff.
void add_manual_command(CLI::App& app);

/// completions bash|zsh|fish: what a shell reads to complete command lines; and a hidden one that these scripts call.
void add_completion_commands(CLI::App& app);

}  // namespace texelsort::app
