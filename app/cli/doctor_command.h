#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// Says which of display, OpenGL, drivers, CUDA and fonts are here, and what to do about the rest.
void add_doctor_command(CLI::App& app);

}  // namespace texelsort::app
