#pragma once

#include "app/cli/commands/job.h"
#include "app/problem/cli_fwd.h"

namespace texelsort::app {

/// Adds the algorithm and output options: -a, -p, --paper, --shader-dir, -o, --numbers, --trace, --timing, --passes,
/// --json, --samples, --seconds.
void add_result_options(CLI::App& app, JobOptions& options);

/// Sorts or merges, verifies and writes the result. If requested, prints a trace and timings. Throws texelsort::Error.
void run_job(JobOptions& options);

}  // namespace texelsort::app
