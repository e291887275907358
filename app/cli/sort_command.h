#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// Adds `texelsort sort`, which runs when the parse is complete.
void add_sort_command(CLI::App& app);

}  // namespace texelsort::app
