#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/format/row_reader.h"

/// Survey of a CSV file, which finds the kinds of values in its columns, and whether the first row is a header.
/// Internal to the data layer.
namespace texelsort::data {

enum class FieldKind : std::uint8_t { missing, number, word };

FieldKind kind_of(std::string_view value, const Dialect& dialect);

/// Numbers of values of each kind in a column, not counting the first row.
struct ColumnSurvey {
  std::uint64_t numbers = 0, words = 0, missing = 0;
  std::uint64_t years = 0;      ///< number of values that could be years
  bool has_first = false;       ///< true if the column contains its first field again in a later row
  bool quoted_numbers = false;  ///< true if a number in the column is in quotes
};

struct CsvSurvey {
  std::vector<Field> first;  ///< fields of the first row
  /// Survey of each column. Empty fields at the ends of rows do not count as columns.
  std::vector<ColumnSurvey> columns;
  std::uint64_t rows = 0;        ///< number of rows below the first row
  const char* second = nullptr;  ///< start of the second row; null if there is only one row

  std::string_view first_value(std::size_t column) const { return column < first.size() ? first[column].value() : ""; }
  /// Returns whether the first row has as many fields as the longest row, so that it can name all columns.
  bool names_all() const { return first.size() >= columns.size(); }
};

/// Counts the kinds of values in each column. Throws the errors of RowReader, and UsageError for a row of more than
/// 65,536 fields.
CsvSurvey survey_csv(std::string_view rows, const Dialect& dialect, const std::string& origin);

/// Returns whether the first row is a header, from the evidence of all columns. Words above numbers indicate a header,
/// and so does a row in quotes above numbers without quotes. A first row of numbers is not a header. `dialect.header`
/// overrides this decision. `asked`, which the user requests as a column, also does if it can only be a name. Adds a
/// note if a header contains numbers. Throws UsageError if the first row is ambiguous.
bool find_header(const CsvSurvey& survey, const Dialect& dialect, const std::string& asked, const std::string& origin,
                 std::vector<std::string>& notes);

/// Returns the index of a column that the user requests by name or by position from 1. If a text is both a name and a
/// position, chooses the name and adds a note. Throws UsageError if the column does not exist or several columns have
/// the name. Also throws if the header is shorter than other rows, so that names cannot be assigned.
std::size_t find_column(const CsvSurvey& survey, bool has_header, const std::string& asked, const std::string& origin,
                        std::vector<std::string>& notes);

/// Returns the name of a column, or an empty string if the columns have no names.
std::string column_name(const CsvSurvey& survey, bool has_header, std::size_t index);

}  // namespace texelsort::data
