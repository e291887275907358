#pragma once

#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// Returns the names of the options that add_row_reading_options() declares.
std::vector<std::string> row_reading_options();

/// Adds the options that control how a CSV file is read: --separator, --quotes, --header, --decimal, --thousands,
/// --missing-words and --missing.
void add_row_reading_options(const OptionGroup& group, data::DialectOptions& dialect, data::Missing& missing);

/// Adds --by and the options of add_row_reading_options(), for a command that accepts rows or other records. --by
/// excludes the options `unlike`, which are for other records.
void add_row_order_options(CLI::App& app, data::RowOptions& rows, const std::vector<std::string>& unlike);

/// Return the names of --unique and --top, and add these options.
std::vector<std::string> row_selection_options();
void add_row_selection_options(CLI::App& app, data::RowSelection& selection);
void add_row_selection_options(const OptionGroup& group, data::RowSelection& selection);

/// Writes --by, --unique and --top if whole rows are sorted.
void write_row_options(const OptionGroup& group, ProblemSpec& spec);

/// Adds --by, --unique and --top to a command that already has input and output options.
void add_row_options(CLI::App& app, ProblemSpec& spec);

/// Adds --by to a command whose output is a selection of the rows.
void add_found_row_options(CLI::App& app, ProblemSpec& spec);

/// Throws UsageError if one of `options` is given without --by.
void require_columns(const CLI::App& app, const data::RowOptions& rows, const std::vector<std::string>& options);

/// Throws UsageError if --by is given without a file, or --unique or --top without --by.
void require_rows(const CLI::App& app, const ProblemSpec& spec);

}  // namespace texelsort::app
