#include "app/cli/export_command.h"

#include "app/cli/commands.h"

namespace texelsort::app {

void add_export_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("export", "Take a run or a lesson along: pages for browsers, slides, films");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  texelsort export page -d slides-bitonic -o bitonic.html\n"
      "  texelsort export slides -d slides-bitonic -o bitonic.pdf\n"
      "  texelsort export film -d slides-bitonic -o bitonic.gif");
  add_export_page(*command);
  add_export_slides(*command);
  add_export_film(*command);
  add_export_t4(*command);
}

}  // namespace texelsort::app
