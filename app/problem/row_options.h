#pragma once

#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// Returns the names of the options that add_row_reading_options() adds.
std::vector<std::string> row_reading_options();

/// Adds the options that control the reading of a CSV file: --separator, --quotes, --header, --decimal, --thousands,
/// --missing-words and --missing.
void add_row_reading_options(const OptionGroup& group, data::DialectOptions& dialect, data::Missing& missing);

/// Adds --by and the options of add_row_reading_options() to a command that accepts rows or other records. --by
/// excludes the options named in `unlike`, which apply to other records.
void add_row_order_options(CLI::App& app, data::RowOptions& rows, const std::vector<std::string>& unlike);

/// row_selection_options() returns the names of --unique and --top. The other function adds these options to a command.
std::vector<std::string> row_selection_options();
void add_row_selection_options(CLI::App& app, data::RowSelection& selection);
void add_row_selection_options(const OptionGroup& group, data::RowSelection& selection);

/// Writes --by, --unique and --top to a command line if whole rows are sorted. Otherwise, writes nothing.
void write_row_options(const OptionGroup& group, ProblemSpec& spec);

/// Adds --by, --unique and --top to a command that already has input and output options.
void add_row_options(CLI::App& app, ProblemSpec& spec);

/// Adds --by to a command whose output contains only some of the rows.
void add_found_row_options(CLI::App& app, ProblemSpec& spec);

/// Throws UsageError if the command line contains one of `options` without --by, because they have an effect only on
/// rows.
void require_columns(const CLI::App& app, const data::RowOptions& rows, const std::vector<std::string>& options);

/// Throws UsageError if --by is used without a file. Throws UsageError if --unique or --top is used without --by.
void require_rows(const CLI::App& app, const ProblemSpec& spec);

}  // namespace texelsort::app
