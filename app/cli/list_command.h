#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// Adds `texelsort list`, which runs when the parse is complete.
void add_list_command(CLI::App& app);

}  // namespace texelsort::app
