#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "compute/mpi/processes.h"

namespace texelsort::app {

/// The tree of commands and options that parses the command line. The object cannot be moved, because callbacks refer
/// to it.
class CommandLine {
 public:
  CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  CLI::App& app() { return app_; }
  const CLI::App& app() const { return app_; }

  /// Opens the window with the parsed options. Must only be called if the command line contains no command. Returns the
  /// exit code.
  int open_window() const { return open_window_(); }

 private:
  CLI::App app_;
  std::function<int()> open_window_;
};

struct ExitCodeText {
  int code;
  std::string_view meaning;
};
/// Returns the meanings of the program's exit codes.
const std::vector<ExitCodeText>& exit_code_texts();

/// Returns the first words of a command that repeats this run: "texelsort", or "mpirun -n 4 --bind-to none texelsort".
inline std::string started_as() {
  if (!mpi::several()) return "texelsort";
  return fmt::format("mpirun -n {} --bind-to none texelsort", mpi::place().count);
}

}  // namespace texelsort::app
