#include "app/cli/commands/commands.h"

namespace texelsort::app {

/// The page only opens the window. Its tests use the commands that all platforms have.
void add_platform_commands(CLI::App&) {}

}  // namespace texelsort::app
