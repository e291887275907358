#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// Adds `texelsort bench`, which runs when the parse is complete.
void add_bench_command(CLI::App& app);

}  // namespace texelsort::app
