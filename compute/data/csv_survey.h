#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/files.h"
#include "compute/data/source.h"

/// What the columns of comma-separated values hold, and whether their first row is a header. Internal to the data
/// layer.
namespace texelsort::data {

enum class FieldKind : std::uint8_t { missing, number, word };

/// "", NA, N/A, null, None, ".", "?", "-", "#N/A" in the spellings that statistics programs write; NaN is a number.
FieldKind kind_of(std::string_view field);

/// Whether it is of the first kind.
bool is_missing(std::string_view field);

/// A column below the first row.
struct ColumnSurvey {
  std::uint64_t numbers = 0, words = 0, missing = 0;
  std::uint64_t years = 0;      ///< of the numbers, those that may be one
  bool has_first = false;       ///< the first row's field comes again
  bool quoted_numbers = false;  ///< a number is in quotes
};

struct CsvSurvey {
  std::vector<std::string_view> first;  ///< the first row
  std::vector<bool> first_quoted;
  std::vector<ColumnSurvey> columns;  ///< as many as the longest row has, empty fields at rows' ends left out
  std::uint64_t rows = 0;             ///< below the first
  const char* second = nullptr;       ///< where the second row starts

  std::string_view first_field(std::size_t column) const { return column < first.size() ? first[column] : ""; }
  /// Whether the first row has a field for every column, so that it can name them.
  bool names_all() const { return first.size() >= columns.size(); }
};

CsvSurvey survey_csv(const Source& source, char separator);

/// Whether the first row is a header, decided once for all columns: one is where words stand over numbers, or where all
/// of it and no number below is in quotes; none is where all of it are numbers. `options.header` says it before all
/// else, and `options.column` if it can be nothing but a name. A header with numbers is noted. Throws UsageError if the
/// first row may be both.
bool find_header(const Source& source, const CsvSurvey& survey, const ReadOptions& options,
                 std::vector<std::string>& notes);

}  // namespace texelsort::data
