#pragma once

#include <string>

#include "app/problem/json_document.h"
#include "compute/external/external_sort.h"

/// Progress and final report of external-sort.
namespace texelsort::app {

/// Returns for example "merging: 1.20 GB of 4.29 GB at 310 MB/s, 9 s left".
std::string progress_text(const external::SortState& state);
/// Returns one line of --json.
ordered_json progress_json(const external::SortState& state);

std::string report_text(const external::SortReport& report, const external::RecordFormat& format, bool plan_only);
ordered_json report_json(const external::SortReport& report, const external::RecordFormat& format, bool plan_only);

}  // namespace texelsort::app
