#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <string>

#include <fmt/format.h>

#include "app/cli/bench_command.h"
#include "app/cli/check_command.h"
#include "app/cli/help_formatter.h"
#include "app/cli/host.h"
#include "app/cli/list_command.h"
#include "app/cli/merge_command.h"
#include "app/cli/network_command.h"
#include "app/cli/parse_error.h"
#include "app/cli/render_command.h"
#include "app/cli/select_command.h"
#include "app/cli/sort_command.h"
#include "app/cli/window_command.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

constexpr int code(ExitCode exit_code) {
  return static_cast<int>(exit_code);
}

/// Compilers' logs have several lines; an error is one.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) text.replace(at, 1, "; ");
  return text;
}

int fail(ExitCode exit_code, const std::string& message) {
  show_progress("");
  std::fflush(stdout);
  fmt::print(stderr, "texelsort: {}\n", one_line(message));
  return code(exit_code);
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
  try {
    const int result = guarded_run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return fail(ExitCode::usage, "standard output cannot be written: is the disk full?");
    }
    return result;
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::unavailable, "not enough memory: choose a smaller n");
  } catch (const std::exception& error) {
    return fail(ExitCode::internal, error.what());
  }
}

}  // namespace texelsort::app
