#pragma once

#include <CLI/CLI.hpp>

#include "app/problem_spec.h"

namespace texelsort::app {

/// --by, --separator, --decimal, --unique and --top, for a command that has the options of the input and of the result.
void add_row_options(CLI::App& app, ProblemSpec& spec);

/// --by, --separator and --decimal, for a command that finds some rows.
void add_found_row_options(CLI::App& app, ProblemSpec& spec);

/// Throws UsageError if rows are asked for and no file, or an option about rows is given without --by.
void require_rows(const CLI::App& app, const ProblemSpec& spec);

}  // namespace texelsort::app
