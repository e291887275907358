#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands/command_table.h"

namespace texelsort::app {

struct EnvironmentVariable {
  std::string_view name, help;
};
/// The environment variables that the program itself looks at.
const std::vector<EnvironmentVariable>& environment_variables();

/// texelsort(1) in roff's man macros: all commands and options of the table.
std::string manual_page(const CommandRow& root);

}  // namespace texelsort::app
