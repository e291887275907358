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
#include "compute/data/rows/row_options.h"

namespace texelsort::data {

/// Tells the rows of one file apart and gives each a normalised key: bytes whose order, as of memcmp, is the rows'
/// order. No byte of a row is changed. Functions may be called by several threads at a time.
class RowOrder {
 public:
  static constexpr std::size_t most_columns = 16;  ///< that are compared

  /// `sample` is the file's start: all of it (`whole`), or enough to tell what its columns hold. Throws UsageError for
  /// a column that there is not, UTF-16, a first row that may be a header or data, and a quote that is never closed.
  RowOrder(std::string_view sample, bool whole, const std::string& origin, const RowOptions& options);

  /// Bytes before the first row of data: those before all rows, and the header with its line's end.
  std::size_t head_bytes() const { return head_; }
  const Dialect& dialect() const { return dialect_; }
  bool has_header() const { return *dialect_.header; }
  char line_end() const { return dialect_.line_end.back(); }
  /// "price (numbers, descending), name (text)".
  std::string description() const;
  /// The columns with what they are compared as, and what becomes of missing ones where that is one of both ends.
  std::vector<SortColumn> columns() const;
  /// The dialect and the columns, a fact a line.
  std::string explanation() const;
  const std::vector<std::string>& notes() const { return notes_; }

  /// The length of the row that `rest` starts with, its line's end included; nothing if it does not end there.
  std::optional<std::size_t> row_length(std::string_view rest) const { return splitter_.row_length(rest); }

  enum class Outcome : std::uint8_t {
    made,
    dropped,  ///< a key is missing, and such rows are left out, or the line is no row
    wrong     ///< a field is none of its kind, or a row is none; fault() says which
  };
  /// Appends the row's key.
  Outcome append_key(std::string_view row, std::vector<std::byte>& key) const;

  /// Why a row's key is wrong, or the row is none, behind the name of its file and the place; `at` is where in the row.
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

  /// The fields of the columns; where it is no row, the place of what is wrong.
  std::optional<std::size_t> find_fields(std::string_view row, Fields& fields) const;
  Outcome append_code(const Column& column, const Field& field, std::vector<std::byte>& key) const;
  bool append_value(SortKind kind, std::string_view value, std::vector<std::byte>& key) const;
  /// What a column holds that nobody tells the kind of.
  SortKind find_kind(std::size_t index, const std::string& name, std::string_view sample, bool whole,
                     const std::string& origin);

  Dialect dialect_;
  RowSplitter splitter_;
  std::size_t head_ = 0;
  std::vector<Column> columns_;
  std::vector<std::int8_t> slots_;  ///< by the file's columns: where in columns_ it is first, -1: nowhere
  std::vector<std::string> notes_;
};

}  // namespace texelsort::data
