#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands/command_table.h"

namespace texelsort::app {

struct EnvironmentVariable {
  std::string_view name, help;
};
/// Returns the environment variables that the program reads.
const std::vector<EnvironmentVariable>& environment_variables();

/// Returns texelsort(1) in roff's man macros, with all commands and options of the table.
std::string manual_page(const CommandRow& root);

}  // namespace texelsort::app
