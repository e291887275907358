#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace texelsort::measure {

/// A value of a result row; monostate: not measured.
using Cell = std::variant<std::monostate, std::string, double, std::uint64_t, bool>;

struct Column {
  std::string key;        ///< in CSV and JSON; empty: left out there
  std::string title;      ///< in the text table; empty: left out there
  unsigned decimals = 3;  ///< of doubles in the text table; CSV and JSON have all digits
};

/// Names become texts, numbers stay what they are, an optional without a value is not measured.
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

/// A number that may not count.
inline Cell number_if(bool counts, double number) {
  return counts ? Cell(number) : Cell();
}

/// A cell and the column that it stands in.
struct Field {
  template <class Value>
  Field(std::string key, std::string title, const Value& value, unsigned decimals = 3)
      : column{std::move(key), std::move(title), decimals}, cell(cell_of(value)) {}
  Column column;
  Cell cell;
};

/// Rows with one cell for each column.
struct ResultTable {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;

  /// Adds a row; the first one makes the columns, and all others have the same.
  void add(const std::vector<Field>& row);
};

/// Aligned columns under their titles, numbers to the right; every line ends in a newline.
std::string text_table(const ResultTable& table);

/// Text as a cell of such a table: on one line, bars behind a backslash.
std::string markdown_cell(std::string_view text);

/// A table of GitHub's Markdown: columns with a title, numbers to the right.
std::string markdown_table(const ResultTable& table);

/// RFC 4180, one header line of keys; empty fields for what was not measured.
std::string csv(const ResultTable& table);

/// An array of objects in the columns' order, indented by two.
std::string json(const ResultTable& table);

}  // namespace texelsort::measure
