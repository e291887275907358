#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/format/dialect.h"

/// Splitting of text into rows and fields by the rules of RFC 4180. Internal to the data layer.
namespace texelsort::data {

/// Field of a CSV row. White space belongs to the field, except around quotes.
struct Field {
  std::string_view text;  ///< text of the field without enclosing quotes; doubled quotes stay doubled
  bool quoted = false;

  /// Returns the text without white space at its ends, for use as a number, date or name.
  std::string_view value() const;
  /// Returns the text in which each doubled quote is a single quote.
  std::string unescaped() const;
};

/// Splits text into rows, and rows into fields, for one dialect. Several threads may call all functions at once.
class RowSplitter {
 public:
  explicit RowSplitter(const Dialect& dialect)
      : separator_(dialect.separator),
        end_(dialect.line_end.back()),
        quotes_(dialect.quotes),
        one_column_(dialect.one_column) {}

  /// Returns the length in bytes of the row at the start of `rest`, including the line end. Returns null if `rest` ends
  /// before the row.
  std::optional<std::size_t> row_length(std::string_view rest) const;
  std::string_view without_end(std::string_view row) const;
  /// Returns whether a line has no fields. This is true for empty lines and, in files of several columns, for lines of
  /// white space. `line` must not contain its line end.
  bool is_blank(std::string_view line) const;

  /// Reads the field of a row that starts at byte `at`, and moves `at` to the start of the next field. After the last
  /// field, `at` is past the end of the row. If the row is invalid, returns false, and `at` is the location of the
  /// error for fault().
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
  /// Describes the error at byte `at` of a row, at which take_field() returned false or which is a zero byte.
  std::string fault(std::string_view row, std::size_t at) const;

 private:
  bool take_quoted(std::string_view row, std::size_t& at, Field& field) const;
  bool is_white(char c) const {
    return (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') && c != separator_ && c != end_;
  }

  char separator_, end_;
  bool quotes_, one_column_;
};

class RowReader {
 public:
  /// Starts to read a text. The text, the dialect and the origin must outlive the reader.
  RowReader(std::string_view text, const Dialect& dialect, const std::string& origin)
      : text_(text), origin_(origin), splitter_(dialect), end_(dialect.line_end.back()) {}

  /// Reads the next row that has fields. Returns false at the end of the text. Throws UsageError with the location for
  /// a zero byte, an unclosed quote, or text after a closing quote.
  bool next(std::vector<Field>& fields);
  /// Returns the position after the last row that was read, in bytes.
  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  const std::string& origin_;
  RowSplitter splitter_;
  char end_;
  std::size_t at_ = 0;
};

/// Throws UsageError "ORIGIN:LINE:COLUMN: message" for the character at byte `at` of a text.
[[noreturn]] void fail_in_text(std::string_view text, std::size_t at, char line_end, const std::string& origin,
                               const std::string& message);

/// Returns a text as a CSV field, in quotes if necessary.
std::string escape(std::string_view text, char separator);

}  // namespace texelsort::data
