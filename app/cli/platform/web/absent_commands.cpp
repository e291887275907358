#include "app/cli/commands/commands.h"

/// The browser edition has no external sorts, because it has no files larger than memory.
namespace texelsort::app {

void add_external_sort_command(CLI::App&) {}
void add_external_generate_command(CLI::App&) {}
void add_external_verify_command(CLI::App&) {}

}  // namespace texelsort::app
