#include "app/cli/export_command.h"

#include "app/cli/commands.h"

namespace texelsort::app {

void add_export_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("export", "Take a run or a lesson along: pages for browsers");
  command->require_subcommand(1);
  command->footer("Examples:\n  texelsort export page -d slides-bitonic -o bitonic.html");
  add_export_page(*command);
  add_export_t4(*command);
}

}  // namespace texelsort::app
