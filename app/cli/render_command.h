#pragma once

#include <CLI/CLI.hpp>

namespace texelsort::app {

/// "texelsort render": the window or one of its views as a picture, without a display.
void add_render_command(CLI::App& app);

}  // namespace texelsort::app
