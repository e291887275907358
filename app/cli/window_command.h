#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace texelsort::app {

/// Adds the options of the window to the program itself. The function opens it, with no subcommand given, and returns
/// the exit code.
std::function<int()> add_window_options(CLI::App& app);

}  // namespace texelsort::app
