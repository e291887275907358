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

/// Splits a CSV file into rows, and computes a normalised sort key per row. The memcmp order of these keys is the order
/// of the rows. Rows themselves are not changed. Several threads may call all functions at once.
class RowOrder {
 public:
  static constexpr std::size_t most_columns = 16;

  /// Detects the dialect and the sort columns from the start of a file. `whole` is true if the sample is the whole
  /// file. Otherwise the sample must be long enough to show the kinds of columns. Throws UsageError for unknown
  /// columns, UTF-16, a first row that may be a header or data, and an unclosed quote.
  RowOrder(std::string_view sample, bool whole, const std::string& origin, const RowOptions& options);

  /// Returns the number of bytes before the first data row, including the header with its line end.
  std::size_t head_bytes() const { return head_; }
  const Dialect& dialect() const { return dialect_; }
  bool has_header() const { return *dialect_.header; }
  char line_end() const { return dialect_.line_end.back(); }
  /// Describes the sort columns, such as "price (numbers, descending), name (text)".
  std::string description() const;
  /// Returns the sort columns with their kinds. Their position of missing values is set only if it is first or last.
  std::vector<SortColumn> columns() const;
  /// Describes the dialect and the sort columns for users, one fact per line.
  std::string explanation() const;
  const std::vector<std::string>& notes() const { return notes_; }

  /// Returns the length in bytes of the row at the start of `rest`, including the line end. Returns null if `rest` ends
  /// before the row.
  std::optional<std::size_t> row_length(std::string_view rest) const { return splitter_.row_length(rest); }

  enum class Outcome : std::uint8_t {
    made,
    dropped,  ///< the row is omitted, because its key is missing or the line has no fields
    wrong     ///< a field has another kind than its column, or the row is malformed; fault() describes the error
  };
  /// Appends the sort key of a row to `key`, and returns the outcome.
  Outcome append_key(std::string_view row, std::vector<std::byte>& key) const;

  /// Error in a row. `at` is the offset of the error in the row, in bytes. The message has no file name and line.
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

  /// Finds the fields of the sort columns in a row. Returns null, or the offset of an error if the row is malformed.
  std::optional<std::size_t> find_fields(std::string_view row, Fields& fields) const;
  Outcome append_code(const Column& column, const Field& field, std::vector<std::byte>& key) const;
  bool append_value(SortKind kind, std::string_view value, std::vector<std::byte>& key) const;
  /// Detects the kind of a sort column for which the user did not choose one.
  SortKind find_kind(std::size_t index, const std::string& name, std::string_view sample, bool whole,
                     const std::string& origin);

  Dialect dialect_;
  RowSplitter splitter_;
  std::size_t head_ = 0;
  std::vector<Column> columns_;
  /// For each column of the file, its index in `columns_`; -1 for columns that are not sort columns.
  std::vector<std::int8_t> slots_;
  std::vector<std::string> notes_;
};

/// Reads whole rows of a CSV file, or of standard input for "-". The keys of the result are u64, the first eight bytes
/// of each row's sort key. shape.rows contains the rows. Sort these keys with their indices as payload, and pass the
/// sorted indices to sorted_rows(). Throws the errors of RowTable, and UsageError if the file cannot be read.
Input read_rows(const std::string& path, const RowOptions& options);

/// Returns the text of a CSV file with its rows in the order of `indices`, restricted by `selection`. The indices must
/// be sorted by the keys from read_rows().
std::string sorted_rows(const Shape& shape, std::vector<std::uint64_t> indices, const RowSelection& selection);

}  // namespace texelsort::data
