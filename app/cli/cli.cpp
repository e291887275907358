#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "app/cli/bench_command.h"
#include "app/cli/check_command.h"
#include "app/cli/help_formatter.h"
#include "app/cli/host.h"
#include "app/cli/list_command.h"
#include "app/cli/merge_command.h"
#include "app/cli/messages.h"
#include "app/cli/network_command.h"
#include "app/cli/parse_error.h"
#include "app/cli/process.h"
#include "app/cli/progress.h"
#include "app/cli/render_command.h"
#include "app/cli/select_command.h"
#include "app/cli/sort_command.h"
#include "app/cli/window_command.h"
#include "compute/data/error.h"
#include "compute/data/write_fault.h"

namespace texelsort::app {

namespace {

constexpr int code(ExitCode exit_code) {
  return static_cast<int>(exit_code);
}

int fail(ExitCode exit_code, const std::string& message) {
  std::fflush(stdout);
  say_error(message);
  return code(exit_code);
}

/// What is still to be written to standard output failed, now or before.
int fail_to_print(int error) {
  return fail(ExitCode::usage, fmt::format("standard output cannot be written: {}", data::write_fault(error)));
}

/// -q for every command, those of commands included.
void add_quiet_option(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_subcommands([](const CLI::App*) { return true; }).empty()) {
      command->add_flag_callback("-q,--quiet", be_quiet, "no progress and no notes on standard error");
    }
    add_quiet_option(*command);
  }
}

/// Options of the window in front of a subcommand would be lost: say so.
void refuse_misplaced_options(const CLI::App& app) {
  if (app.get_subcommands().empty()) return;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 0) {
      const std::string name = option->get_name();
      const std::string command = app.get_subcommands().front()->get_name();
      throw UsageError(
          fmt::format("{} before '{}' belongs to the window: write it after '{}'", name, command, command));
    }
  }
}

int run(CLI::App& app, const std::function<int()>& open_window, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return app.get_subcommands().empty() ? open_window() : code(ExitCode::good);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return fail(ExitCode::usage, describe(app, error));
  }
}

int guarded_run(int argc, char** argv) {
  CLI::App app("Shows, times and checks how GPUs sort. Without a command it opens the window.", "texelsort");
  app.set_version_flag("--version", "texelsort " TEXELSORT_VERSION);
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<HelpFormatter>());
  const auto open_window = add_window_options(app);
  add_list_command(app);
  add_sort_command(app);
  add_merge_command(app);
  add_select_command(app);
  add_check_command(app);
  add_bench_command(app);
  add_render_command(app);
  add_network_command(app);
  add_quiet_option(app);
  app.parse_complete_callback([&app] {
    refuse_misplaced_options(app);
    if (!app.get_subcommands().empty()) keep_freed_memory();
  });
  app.footer(
      "Every command has --help with examples. Exit codes: 0 good, 1 a check failed, 2 the command line or the input "
      "is\n"
      "wrong, 3 this machine cannot do it, 4 an internal or device error.\n\n"
      "Examples:\n"
      "  texelsort\n"
      "  texelsort -d uniform -n 4096 -a bitonic/compute --presenter\n"
      "  texelsort sort --input-values 3,7,4,8,6,2,1,5 --trace\n"
      "  texelsort list algorithms");
  return run(app, open_window, argc, argv);
}

}  // namespace

int run_cli(int argc, char** argv) {
  prepare_process();
  try {
    const int result = guarded_run(argc, argv);
    show_progress("");
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout) return fail_to_print(errno);
    return result;
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::unavailable, "not enough memory: choose a smaller n");
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return fail_to_print(error.code().value());
    return fail(ExitCode::internal, error.what());
  } catch (const std::exception& error) {
    return fail(ExitCode::internal, error.what());
  }
}

}  // namespace texelsort::app
