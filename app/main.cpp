#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "app/cli/commands/command_line.h"
#include "app/cli/commands/interrupt.h"
#include "app/problem/host.h"
#include "app/problem/messages.h"
#include "app/problem/parse_error.h"
#include "app/problem/progress.h"
#include "compute/data/error.h"
#include "compute/data/io/temporary_file.h"
#include "compute/data/io/write_target.h"
#include "compute/mpi/processes.h"

namespace texelsort::app {

namespace {

constexpr int code(ExitCode exit_code) {
  return static_cast<int>(exit_code);
}

/// Message of the error that ended the command, kept until mpi::end() gets it at the end of the program.
std::string& failure() {
  static std::string message;
  return message;
}

int fail(ExitCode exit_code, const std::string& message) {
  std::fflush(stdout);
  say_error(message);
  failure() = message;
  return code(exit_code);
}

/// Reports that standard output could not be written, and returns the exit code. An earlier write may have failed, not
/// the last one.
int fail_to_print(int error) {
  return fail(ExitCode::usage, fmt::format("standard output cannot be written: {}", data::write_fault(error)));
}

int fail_by(const std::exception& error) {
  if (!means_no_thread(error)) return fail(ExitCode::internal, error.what());
  return fail(ExitCode::unavailable, "the system cannot start a thread: raise ulimit -u or ulimit -v");
}

/// Throws UsageError for options of the window that precede a subcommand, because the subcommand would ignore them.
void refuse_misplaced_options(const CLI::App& app) {
  if (app.get_subcommands().empty()) return;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 0) {
      const std::string name = option->get_name();
      const std::string command = app.get_subcommands().front()->get_name();
      throw UsageError(
          fmt::format("{} before '{}' is an option of the window: write it after '{}'", name, command, command));
    }
  }
}

/// Throws UsageError if mpirun started several processes of a command that needs a single process. Processes under
/// mpirun must execute the same steps.
void refuse_several_processes(const CLI::App& app) {
  if (!mpi::several()) return;
  constexpr std::array<std::string_view, 5> alike{"sort", "check", "bench", "list", "help"};
  const auto commands = app.get_subcommands();
  const std::string name = commands.empty() ? "the window" : commands.front()->get_name();
  if (std::ranges::find(alike, name) != alike.end()) return;
  throw UsageError(
      fmt::format("{} runs in one process, but mpirun has started {}: use mpirun with sort, check or bench", name,
                  mpi::place().count));
}

int run(CommandLine& line, int argc, char** argv) {
  CLI::App& app = line.app();
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) refuse_several_processes(app);
    return app.get_subcommands().empty() ? line.open_window() : code(ExitCode::good);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // CLI11 throws exit code 0 for --help and --version
    return fail(ExitCode::usage, describe(app, error));
  }
}

int guarded_run(int argc, char** argv) {
  CommandLine line;
  line.app().parse_complete_callback([&app = line.app()] {
    refuse_misplaced_options(app);
    if (!app.get_subcommands().empty()) refuse_several_processes(app);
    if (!app.get_subcommands().empty()) keep_freed_memory();
  });
  return run(line, argc, argv);
}

/// Runs the program and returns its exit code (see compute/data/error.h). Prints errors to standard error, one line
/// each.
int run_program(int argc, char** argv) {
  prepare_process();
  try {
    mpi::join();
    const int result = guarded_run(argc, argv);
    show_progress("");
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout) return fail_to_print(errno);
    return result;
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::unavailable, "not enough memory: choose a smaller n");
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(ExitCode::usage, fmt::format("{}: {}", error.path1().string(), error.code().message()));
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return fail_to_print(error.code().value());
    return fail_by(error);
  } catch (const std::exception& error) {
    return fail_by(error);
  }
}

}  // namespace
}  // namespace texelsort::app

int main(int argc, char** argv) {
  const int code = texelsort::app::run_program(argc, argv);
  texelsort::app::allow_exit();
  // End the process by the received signal. A shell then stops its script, which would continue after a normal exit.
  if (const int number = texelsort::app::Interrupt::asked(); number != 0) texelsort::data::end_by_signal(number);
  return texelsort::mpi::end(code, texelsort::app::failure());
}
