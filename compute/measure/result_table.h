#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compute/data/text/text_place.h"

namespace texelsort::measure {

/// Value of a cell in a table of results. std::monostate means that the value was not measured.
using Cell = std::variant<std::monostate, std::string, double, std::uint64_t, bool, std::vector<double>>;

struct Column {
  std::string key;        ///< name of the column in CSV and JSON; empty: the column is omitted there
  std::string title;      ///< title of the column in text tables; empty: the column is omitted there
  unsigned decimals = 3;  ///< decimals of floating-point numbers in text tables; CSV and JSON have all digits
};

/// Converts a value to a table cell. Values with names become text, numbers stay numbers, and null becomes an empty
/// cell.
template <class Value>
Cell cell_of(const Value& value) {
  if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
    return std::string(std::string_view(value));
  } else if constexpr (requires { value.has_value(); }) {
    return value ? cell_of(*value) : Cell();
  } else {
    return value;
  }
}

/// Returns a cell with a number, or an empty cell if `counts` is false because the number was not measured.
inline Cell number_if(bool counts, double number) {
  return counts ? Cell(number) : Cell();
}

struct Field {
  template <class Value>
  Field(std::string key, std::string title, const Value& value, unsigned decimals = 3)
      : column{std::move(key), std::move(title), decimals}, cell(cell_of(value)) {}
  Column column;
  Cell cell;
};

/// Table of results, with one cell per column in each row.
struct ResultTable {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;

  /// Adds a row. The first row defines the columns, and all other rows must have the same columns.
  void add(const std::vector<Field>& row);
};

/// Formats a table as text with titles above aligned columns. Numbers are right-aligned, and every line ends with a
/// newline.
std::string text_table(const ResultTable& table);

/// Formats text as a cell of a Markdown table: on one line, with escaped bars.
std::string markdown_cell(std::string_view text);

/// Formats a table as a GitHub Markdown table. Includes only columns with a title. Numbers are right-aligned.
std::string markdown_table(const ResultTable& table);

/// Formats a table as CSV (RFC 4180) with one header line of column keys. Values that were not measured are empty.
std::string csv(const ResultTable& table);

/// Formats a table as a JSON array with one object per row. Members are in the order of the columns, indented by two
/// spaces.
std::string json(const ResultTable& table);

/// Returns the number of characters of a UTF-8 text, which is its width in a table.
inline std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, data::continues_character));
}

}  // namespace texelsort::measure
