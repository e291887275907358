#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// What of display, OpenGL, drivers, CUDA and fonts is here, and what to do about the rest.
void add_doctor_command(CLI::App& app);

}  // namespace texelsort::app
