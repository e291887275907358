#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/tuning/sweeps/expression.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

/// Results of a file, with the name under which a sheet lists them.
struct NamedResults {
  std::string name;
  std::vector<TrialResult> rows;
};

/// A column whose values follow from those of other columns.
struct DerivedColumn {
  std::string name;
  Expression value;
};

struct SheetOptions {
  std::vector<DerivedColumn> columns{};    ///< each may use the columns before it
  std::vector<Expression> restrictions{};  ///< conditions that every line must meet
  bool joined = false;                     ///< true for one line per configuration, with the measurements of all files
};

/// Returns results as a table with one line per result: configuration, problem, measurement and derived columns. With
/// several files, the first column is the name of the file. In a joined table, the names of the measured columns end
/// with the number of the file: "median_ms_2". A derived column is empty, and a condition false, where a value is
/// missing. Throws UsageError for an expression with an unknown column.
measure::ResultTable result_sheet(std::span<const NamedResults> files, const SheetOptions& options);

/// Returns the values of a result's columns as text, by their names. Columns without a value are missing.
std::map<std::string, std::string> sheet_values(const TrialResult& row);

/// Returns the value of an expression over the columns of a result, or an empty string if a column has no value. Throws
/// UsageError for an unknown column, which no row of `rows` has.
std::string sheet_value(const Expression& expression, const TrialResult& row, std::span<const TrialResult> rows);

}  // namespace texelsort::app
