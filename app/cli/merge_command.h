#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// texelsort merge: sorted files, or generated sequences, into one.
void add_merge_command(CLI::App& app);

}  // namespace texelsort::app
