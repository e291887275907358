#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/format/dialect.h"

/// Text to rows and fields (RFC 4180). Internal to the data layer.
namespace texelsort::data {

/// A field of a row. White space belongs to it, except around quotes.
struct Field {
  std::string_view text;  ///< without quotes around it; doubled ones are still doubled
  bool quoted = false;

  /// Without white space at its ends, which belongs to no number, date or name.
  std::string_view value() const;
  /// With its doubled quotes single.
  std::string unescaped() const;
};

/// Splits text into rows, and rows into fields. Functions may be called by several threads at a time.
class RowSplitter {
 public:
  explicit RowSplitter(const Dialect& dialect)
      : separator_(dialect.separator),
        end_(dialect.line_end.back()),
        quotes_(dialect.quotes),
        one_column_(dialect.one_column) {}

  /// The length of the row that `rest` starts with, its line's end included; nothing if it does not end there.
  std::optional<std::size_t> row_length(std::string_view rest) const;
  std::string_view without_end(std::string_view row) const;
  /// Whether a line, without its end, has no field: it is empty, or white space in a file of several columns.
  bool is_blank(std::string_view line) const;

  /// Takes the field at `at`, which is then behind its separator, or past the row's size behind the last field. Returns
  /// false where the row is none: `at` is the place, for fault().
  bool take_field(std::string_view row, std::size_t& at, Field& field) const {
    if (quotes_ && at < row.size() && (row[at] == '"' || is_white(row[at]))) {
      std::size_t first = at;
      while (first < row.size() && is_white(row[first])) ++first;
      if (first < row.size() && row[first] == '"') return take_quoted(row, at = first, field);
    }
    const std::size_t end = std::min(row.find(separator_, at), row.size());
    field = {row.substr(at, end - at), false};
    at = end + 1;
    return true;
  }
  /// What is wrong at a place where take_field() has returned false, or where there is a zero byte.
  std::string fault(std::string_view row, std::size_t at) const;

 private:
  bool take_quoted(std::string_view row, std::size_t& at, Field& field) const;
  bool is_white(char c) const {
    return (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') && c != separator_ && c != end_;
  }

  char separator_, end_;
  bool quotes_, one_column_;
};

/// Reads one row after the other.
class RowReader {
 public:
  /// All three must outlive it.
  RowReader(std::string_view text, const Dialect& dialect, const std::string& origin)
      : text_(text), origin_(origin), splitter_(dialect), end_(dialect.line_end.back()) {}

  /// Returns false at the end. Throws UsageError with the place at a zero byte and at a quote that is never closed or
  /// has text behind it.
  bool next(std::vector<Field>& fields);
  /// Behind the row that was read last.
  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  const std::string& origin_;
  RowSplitter splitter_;
  char end_;
  std::size_t at_ = 0;
};

/// Throws UsageError "ORIGIN:LINE:COLUMN: message" for byte `at` of a text.
[[noreturn]] void fail_in_text(std::string_view text, std::size_t at, char line_end, const std::string& origin,
                               const std::string& message);

/// A field as it must be written.
std::string escape(std::string_view text, char separator);

}  // namespace texelsort::data
