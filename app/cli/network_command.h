#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// Registers `network print|draw|analyse|verify|compare`. The callbacks do the job and throw texelsort::Error.
void add_network_command(CLI::App& app);

}  // namespace texelsort::app
