#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/format/row_reader.h"

/// Survey of a CSV file: what its columns contain, and whether the first row is a header. Internal to the data layer.
namespace texelsort::data {

enum class FieldKind : std::uint8_t { missing, number, word };

FieldKind kind_of(std::string_view value, const Dialect& dialect);

/// Contents of a column below the first row.
struct ColumnSurvey {
  std::uint64_t numbers = 0, words = 0, missing = 0;
  std::uint64_t years = 0;      ///< numbers that could be years
  bool has_first = false;       ///< true if the first row's field occurs again
  bool quoted_numbers = false;  ///< true if a number is in quotes
};

struct CsvSurvey {
  std::vector<Field> first;           ///< fields of the first row
  std::vector<ColumnSurvey> columns;  ///< as many as the longest row has, without empty fields at the ends of rows
  std::uint64_t rows = 0;             ///< rows below the first
  const char* second = nullptr;       ///< start of the second row

  std::string_view first_value(std::size_t column) const { return column < first.size() ? first[column].value() : ""; }
  /// Returns whether the first row has a field for every column, so that it can contain all names.
  bool names_all() const { return first.size() >= columns.size(); }
};

/// Surveys the rows. Throws UsageError as RowReader, and for a row of more than 65,536 fields.
CsvSurvey survey_csv(std::string_view rows, const Dialect& dialect, const std::string& origin);

/// Returns whether the first row is a header. One decision applies to all columns: yes if words are above numbers, or
/// if the whole row but no number below is in quotes; no if the whole row is numbers. `dialect.header` takes
/// precedence, followed by `asked` if it can only be the name of a column. Adds a note for a header that contains
/// numbers. Throws UsageError if the first row is ambiguous.
bool find_header(const CsvSurvey& survey, const Dialect& dialect, const std::string& asked, const std::string& origin,
                 std::vector<std::string>& notes);

/// Returns the index of a column that is given by name or by position from 1. A name takes precedence over a position,
/// with a note. Throws UsageError if the column does not exist or several columns have the name. Also throws if the
/// header is shorter than other rows, so that names cannot be assigned.
std::size_t find_column(const CsvSurvey& survey, bool has_header, const std::string& asked, const std::string& origin,
                        std::vector<std::string>& notes);

/// Returns the name of a column. Empty if the columns have no names.
std::string column_name(const CsvSurvey& survey, bool has_header, std::size_t index);

}  // namespace texelsort::data
