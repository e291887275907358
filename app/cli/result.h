#pragma once

#include "app/cli/cli_fwd.h"
#include "app/cli/job.h"

namespace texelsort::app {

/// -a, -p, --paper, --shader-dir, -o, --numbers, --trace, --timing, --passes, --json, --samples, --seconds.
void add_result_options(CLI::App& app, JobOptions& options);

/// Sorts or merges, checks the result and writes it; traces it, times it. Throws Error.
void make_result(JobOptions& options);

}  // namespace texelsort::app
