#pragma once

#include <string>
#include <string_view>

#include "app/problem/json_document.h"
#include "compute/external/external_sort.h"

namespace texelsort::app {

/// Returns whether a regular file contains output of `external-sort --json`, judged by the file's first line. Returns
/// false for pipes, because a pipe cannot be read twice.
bool is_external_report(const std::string& path);

/// Reads an external sort's report from the last complete line of a file. The line describes a plan, an unfinished sort
/// or a finished one. Throws UsageError with file and line for other files, other versions, and invalid lines.
external::SortReport read_external_report(const std::string& path);

/// Reads an external sort's report from text. `origin` is the name of the text in error messages.
external::SortReport external_report(std::string_view text, const std::string& origin);

/// Returns an external sort's progress in words, for example "merging: 1.20 GB of 4.29 GB at 310 MB/s, 9 s left".
std::string progress_text(const external::SortState& state);
/// Returns an external sort's progress as one line of the output of --json.
ordered_json progress_json(const external::SortState& state);

std::string report_text(const external::SortReport& report, const external::RecordFormat& format, bool plan_only);
ordered_json report_json(const external::SortReport& report, const external::RecordFormat& format, bool plan_only);

}  // namespace texelsort::app
