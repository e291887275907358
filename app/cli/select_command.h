#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

void add_select_command(CLI::App& app);

}  // namespace texelsort::app
