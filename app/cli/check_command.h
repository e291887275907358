#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// Adds `texelsort check`, which runs when the parse is complete.
void add_check_command(CLI::App& app);

}  // namespace texelsort::app
