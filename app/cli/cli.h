#pragma once

namespace texelsort::app {

/// Runs the program; returns its exit code (see compute/data/error.h). Errors are one line on standard error.
int run_cli(int argc, char** argv);

}  // namespace texelsort::app
