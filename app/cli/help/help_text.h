#pragma once

#include <string>

#include "app/cli/commands/command_table.h"

namespace texelsort::app {

/// Lines of at most `width` columns that each begin with `indent` blanks; words longer than a line stay whole.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// What --help prints: no line is longer than `width` columns but for words that are. Examples that are too long go on
/// behind a backslash, so that a shell still reads them.
std::string help_text(const CommandRow& command, std::size_t width);

}  // namespace texelsort::app
