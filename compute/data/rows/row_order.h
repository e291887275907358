#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/format/csv_survey.h"
#include "compute/data/format/row_reader.h"
#include "compute/data/io/files.h"
#include "compute/data/rows/row_options.h"

namespace texelsort::data {

/// Splits a file into rows and creates a normalised sort key per row: bytes whose memcmp order is the order of the
/// rows. Rows themselves are not changed. All functions are thread-safe.
class RowOrder {
 public:
  static constexpr std::size_t most_columns = 16;  ///< largest number of sort columns

  /// Detects dialect and columns from `sample`, the start of the file: all of it (`whole`), or enough to determine the
  /// kinds of columns. Throws UsageError for unknown columns, UTF-16, a first row that may be a header or data, and an
  /// unclosed quote.
  RowOrder(std::string_view sample, bool whole, const std::string& origin, const RowOptions& options);

  /// Bytes before the first data row, including the header with its line end.
  std::size_t head_bytes() const { return head_; }
  const Dialect& dialect() const { return dialect_; }
  bool has_header() const { return *dialect_.header; }
  char line_end() const { return dialect_.line_end.back(); }
  /// Describes the sort columns: "price (numbers, descending), name (text)".
  std::string description() const;
  /// Returns the sort columns with their kinds, and the position of missing values if it is first or last.
  std::vector<SortColumn> columns() const;
  /// Describes the dialect and the columns, one fact per line.
  std::string explanation() const;
  const std::vector<std::string>& notes() const { return notes_; }

  /// Returns the length of the row at the start of `rest`, including the line end. Nothing if the row does not end in
  /// `rest`.
  std::optional<std::size_t> row_length(std::string_view rest) const { return splitter_.row_length(rest); }

  enum class Outcome : std::uint8_t {
    made,
    dropped,  ///< a missing key causes the row to be omitted, or the line has no fields
    wrong     ///< a field is not of its column's kind, or the row is malformed; see fault()
  };
  /// Appends the sort key of a row.
  Outcome append_key(std::string_view row, std::vector<std::byte>& key) const;

  /// Error in a row, as a message without file name and line. `at` is the offset in the row.
  struct Fault {
    std::size_t at = 0;
    std::string message;
  };
  Fault fault(std::string_view row) const;

 private:
  struct Column {
    std::size_t index = 0;
    SortKind kind = SortKind::text;
    Order order = Order::ascending;
    Missing missing = Missing::error;
    std::string name;
  };
  using Fields = std::array<Field, most_columns>;

  /// Finds the fields of the sort columns. Returns the offset of the error if the row is malformed.
  std::optional<std::size_t> find_fields(std::string_view row, Fields& fields) const;
  Outcome append_code(const Column& column, const Field& field, std::vector<std::byte>& key) const;
  bool append_value(SortKind kind, std::string_view value, std::vector<std::byte>& key) const;
  /// Returns the kind of a column for which the user did not choose one.
  SortKind find_kind(std::size_t index, const std::string& name, std::string_view sample, bool whole,
                     const std::string& origin);

  Dialect dialect_;
  RowSplitter splitter_;
  std::size_t head_ = 0;
  std::vector<Column> columns_;
  std::vector<std::int8_t> slots_;  ///< index into columns_ by column of the file; -1 if it is not a sort column
  std::vector<std::string> notes_;
};

/// Reads whole rows of a CSV file, or of standard input for "-". Keys are the first eight bytes of each row's sort key,
/// as u64. shape.rows contains the rows. Sort these keys with their indices as payload, and pass the result to
/// sorted_rows(). Throws UsageError as RowTable, and if the file cannot be read.
Input read_rows(const std::string& path, const RowOptions& options);

/// Returns the file's text with rows in the order of `indices`, which must be sorted by the keys from read_rows().
std::string sorted_rows(const Shape& shape, std::vector<std::uint64_t> indices, const RowSelection& selection);

}  // namespace texelsort::data
