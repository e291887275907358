#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/format/row_reader.h"

/// What the columns of comma-separated values hold, and whether their first row is a header. Internal to the data
/// layer.
namespace texelsort::data {

enum class FieldKind : std::uint8_t { missing, number, word };

FieldKind kind_of(std::string_view value, const Dialect& dialect);

/// A column below the first row.
struct ColumnSurvey {
  std::uint64_t numbers = 0, words = 0, missing = 0;
  std::uint64_t years = 0;      ///< of the numbers, those that may be one
  bool has_first = false;       ///< the first row's field comes again
  bool quoted_numbers = false;  ///< a number is in quotes
};

struct CsvSurvey {
  std::vector<Field> first;           ///< the first row
  std::vector<ColumnSurvey> columns;  ///< as many as the longest row has, empty fields at rows' ends left out
  std::uint64_t rows = 0;             ///< below the first
  const char* second = nullptr;       ///< where the second row starts

  std::string_view first_value(std::size_t column) const { return column < first.size() ? first[column].value() : ""; }
  /// Whether the first row has a field for every column, so that it can name them.
  bool names_all() const { return first.size() >= columns.size(); }
};

/// Throws UsageError as RowReader, and at a row of more than 65,536 fields.
CsvSurvey survey_csv(std::string_view rows, const Dialect& dialect, const std::string& origin);

/// Whether the first row is a header, decided once for all columns: one is where words stand over numbers, or where all
/// of it and no number below is in quotes; none is where all of it are numbers. `dialect.header` decides before all
/// else, then `asked` if it can be nothing but a column's name. A header with numbers is noted. Throws UsageError if
/// the first row may be both.
bool find_header(const CsvSurvey& survey, const Dialect& dialect, const std::string& asked, const std::string& origin,
                 std::vector<std::string>& notes);

/// The index of a column that is asked for by its name, or by its position from 1. A name goes before a position, with
/// a note. Throws UsageError where there is no such column, where several have the name, and where a header that is
/// shorter than other rows leaves open whose name it is.
std::size_t find_column(const CsvSurvey& survey, bool has_header, const std::string& asked, const std::string& origin,
                        std::vector<std::string>& notes);

/// The name of a column; empty if none has one.
std::string column_name(const CsvSurvey& survey, bool has_header, std::size_t index);

}  // namespace texelsort::data
