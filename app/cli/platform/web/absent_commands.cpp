#include "app/cli/commands/commands.h"

/// Sorts of files that memory does not hold: a page has no such files.
namespace texelsort::app {

void add_external_sort_command(CLI::App&) {}
void add_external_generate_command(CLI::App&) {}
void add_external_verify_command(CLI::App&) {}

}  // namespace texelsort::app
