#pragma once

#include "app/cli/commands/job.h"
#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// -a, -p, --paper, --shader-dir, -o, --numbers, --trace, --timing, --passes, --json, --samples, --seconds.
void add_result_options(CLI::App& app, JobOptions& options);

/// Sorts or merges, checks the result and writes it; traces it, times it. Throws Error.
void run_job(JobOptions& options);

}  // namespace texelsort::app
