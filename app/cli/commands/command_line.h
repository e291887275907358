#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// The tree of commands and options that parses the command line. It cannot move, because callbacks refer to it.
class CommandLine {
 public:
  CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  CLI::App& app() { return app_; }
  const CLI::App& app() const { return app_; }

  /// Opens the window that the parsed options describe, if the command line has no command. Returns the exit code.
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

}  // namespace texelsort::app
