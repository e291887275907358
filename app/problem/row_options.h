#pragma once

#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// Names of the options that add_row_reading_options() declares.
std::vector<std::string> row_reading_options();

/// Declares what says how a CSV file is read: --separator, --quotes, --header, --decimal, --thousands, --missing-words
/// and --missing.
void add_row_reading_options(const OptionGroup& group, data::DialectOptions& dialect, data::Missing& missing);

/// --by and those of add_row_reading_options(), for a command that takes rows or other records. `unlike`: options that
/// are about these.
void add_row_order_options(CLI::App& app, data::RowOptions& rows, const std::vector<std::string>& unlike);

/// --unique and --top.
std::vector<std::string> row_selection_options();
void add_row_selection_options(CLI::App& app, data::RowSelection& selection);
void add_row_selection_options(const OptionGroup& group, data::RowSelection& selection);

/// Writes --by, --unique and --top of whole rows.
void write_row_options(const OptionGroup& group, ProblemSpec& spec);

/// --by, --unique and --top, for a command that has the options of the input and of the result.
void add_row_options(CLI::App& app, ProblemSpec& spec);

/// --by, for a command that finds some rows.
void add_found_row_options(CLI::App& app, ProblemSpec& spec);

/// Throws UsageError if one of these options is given without --by.
void require_columns(const CLI::App& app, const data::RowOptions& rows, const std::vector<std::string>& options);

/// Throws UsageError if rows are asked for and no file, or an option about rows is given without --by.
void require_rows(const CLI::App& app, const ProblemSpec& spec);

}  // namespace texelsort::app
