#pragma once

#include <string>
#include <string_view>

#include "compute/external/external_sort.h"

namespace texelsort::app {

/// Whether a regular file is what `external-sort --json` prints, by its first line. False for pipes, whose bytes cannot
/// be read again.
bool is_external_report(const std::string& path);

/// The last line of it: the report of a sort that has ended, a plan, or how far a sort was that had not. Throws
/// UsageError with file and line for what is no such file, another version, or a line that is wrong; a last line
/// without an end is left out.
external::SortReport read_external_report(const std::string& path);

/// The same of a text; `origin` names it in errors.
external::SortReport external_report(std::string_view text, const std::string& origin);

}  // namespace texelsort::app
