#include "app/cli/commands/commands.h"

namespace texelsort::app {

/// The page only opens the window. Its tests use these commands, and the linker leaves out the others.
void add_commands(CLI::App& app) {
  add_list_command(app);
  add_sort_command(app);
  add_merge_command(app);
  add_select_command(app);
  add_check_command(app);
}

}  // namespace texelsort::app
