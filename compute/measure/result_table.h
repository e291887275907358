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

/// Value of a result row. monostate means not measured.
using Cell = std::variant<std::monostate, std::string, double, std::uint64_t, bool>;

struct Column {
  std::string key;        ///< name in CSV and JSON; not written there if empty
  std::string title;      ///< title in the text table; not shown there if empty
  unsigned decimals = 3;  ///< for doubles in the text table; CSV and JSON have all digits
};

/// Converts a value to a cell: names become text, numbers stay numbers, an empty optional means not measured.
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

/// Returns the number, or an empty cell if it does not count.
inline Cell number_if(bool counts, double number) {
  return counts ? Cell(number) : Cell();
}

/// Cell with its column.
struct Field {
  template <class Value>
  Field(std::string key, std::string title, const Value& value, unsigned decimals = 3)
      : column{std::move(key), std::move(title), decimals}, cell(cell_of(value)) {}
  Column column;
  Cell cell;
};

/// Rows with one cell per column.
struct ResultTable {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;

  /// Adds a row. The first row defines the columns; all others must have the same.
  void add(const std::vector<Field>& row);
};

/// Formats aligned columns under their titles, with numbers right-aligned. Every line ends with a newline.
std::string text_table(const ResultTable& table);

/// Formats text as a Markdown cell: on one line, with escaped bars.
std::string markdown_cell(std::string_view text);

/// Formats a GitHub Markdown table of the columns that have a title, with numbers right-aligned.
std::string markdown_table(const ResultTable& table);

/// Formats CSV (RFC 4180) with one header line of keys. Fields that were not measured are empty.
std::string csv(const ResultTable& table);

/// Formats an array of objects in column order, indented by two.
std::string json(const ResultTable& table);

/// Returns the number of characters of UTF-8 text, which is its width in a table.
inline std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, data::continues_character));
}

}  // namespace texelsort::measure
