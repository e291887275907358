#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/rows/row_options.h"

namespace texelsort::data {

struct Source;

/// Tells the rows of one file apart and gives each a normalised key: bytes whose order, as of memcmp, is the rows'
/// order. No byte of a row is changed. Functions may be called by several threads at a time.
class RowOrder {
 public:
  static constexpr std::size_t most_columns = 16;      ///< that are compared
  static constexpr std::size_t most_fields = 1 << 16;  ///< of a row

  /// `sample` is the file's start: all of it (`whole`), or enough to tell what its columns hold. Throws UsageError for
  /// a column that there is not, UTF-16, a first row that may be a header or data, and a quote that is never closed.
  RowOrder(std::string_view sample, bool whole, const std::string& origin, const RowOptions& options);

  /// Bytes before the first row of data: a byte order mark and the header, with its line's end.
  std::size_t head_bytes() const { return head_; }
  bool has_header() const { return has_header_; }
  char separator() const { return separator_; }
  /// What ends the lines: "\n", "\r\n", or "\r".
  std::string_view line_end() const { return line_end_; }
  /// "price (numbers, descending), name (text)".
  std::string description() const;
  /// The columns with what they are compared as, and what becomes of missing ones where that is one of both ends.
  std::vector<SortColumn> columns() const;
  const std::vector<std::string>& notes() const { return notes_; }

  /// The length of the row that `rest` starts with, its line's end included; nothing if it does not end there.
  std::optional<std::size_t> row_length(std::string_view rest) const;

  enum class Outcome : std::uint8_t {
    made,
    dropped,  ///< a key is missing, and such rows are left out
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
  struct Field {
    std::string_view text;  ///< without quotes around it, doubled ones still doubled
    bool quoted = false;
  };
  using Fields = std::array<Field, most_columns>;

  /// The fields of the columns; where it is no row, the place of what is wrong.
  std::optional<std::size_t> find_fields(std::string_view row, Fields& fields) const;
  Outcome append_code(const Column& column, const Field& field, std::vector<std::byte>& key) const;
  SortKind kind_in(std::size_t index, const Source& sample) const;
  std::size_t length_with_quotes(std::string_view rest) const;
  bool is_blank(char c) const {
    return (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') && c != separator_ && c != line_end_.back();
  }

  char separator_ = ',', point_ = '.';
  std::string_view line_end_ = "\n";
  std::size_t head_ = 0;
  bool has_header_ = false;
  std::vector<Column> columns_;
  std::vector<std::int8_t> slots_;  ///< by the file's columns: where in columns_ it is first, -1: nowhere
  std::vector<std::string> notes_;
};

}  // namespace texelsort::data
