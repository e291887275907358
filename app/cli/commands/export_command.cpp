#include "app/cli/commands/export_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "compute/data/error.h"

namespace texelsort::app {

void add_export_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "export", "Write a run, a lesson or a sweep to a file: page, slides, film, plot, report or table");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  texelsort export page -d slides-bitonic -o bitonic.html\n"
      "  texelsort export slides -d slides-bitonic -o bitonic.pdf\n"
      "  texelsort export film -d slides-bitonic -o bitonic.gif\n"
      "  texelsort export plot sweep.jsonl --x digit --y workgroup -o sweep.png\n"
      "  texelsort export report sweep.jsonl -o sweep.html\n"
      "  texelsort export csv sweep.jsonl -o sweep.csv");
  add_export_page(*command);
  add_export_slides(*command);
  add_export_film(*command);
  add_export_plot(*command);
  add_export_report(*command);
  add_export_csv(*command);
  add_export_t4(*command);
}

void refuse_beside_lesson(const CLI::App& command, std::span<const char* const> goes_with) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0) continue;
    const bool goes = std::ranges::any_of(goes_with, [option](const char* name) { return option->check_lname(name); });
    if (goes) continue;
    throw UsageError(fmt::format("--lesson: the steps of the lesson choose input and algorithm; leave out {}",
                                 option->get_positional() ? option->results().front() : option->get_name()));
  }
}

}  // namespace texelsort::app
