#pragma once

#include <string>
#include <string_view>

#include "app/problem/json_document.h"
#include "compute/external/external_sort.h"

namespace texelsort::app {

/// Returns whether a regular file contains output of `external-sort --json`, judged by its first line. Returns false
/// for pipes, whose bytes cannot be read twice.
bool is_external_report(const std::string& path);

/// Reads the last complete line: the report of a finished sort, a plan, or the progress of an unfinished sort. Ignores
/// an incomplete last line. Throws UsageError with file and line for other files, other versions, and invalid lines.
external::SortReport read_external_report(const std::string& path);

/// Reads a report from text. `origin`: name of the text in errors.
external::SortReport external_report(std::string_view text, const std::string& origin);

/// Returns for example "merging: 1.20 GB of 4.29 GB at 310 MB/s, 9 s left".
std::string progress_text(const external::SortState& state);
/// Returns one line of the progress output of --json.
ordered_json progress_json(const external::SortState& state);

std::string report_text(const external::SortReport& report, const external::RecordFormat& format, bool plan_only);
ordered_json report_json(const external::SortReport& report, const external::RecordFormat& format, bool plan_only);

}  // namespace texelsort::app
