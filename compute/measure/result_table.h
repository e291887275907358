#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace texelsort::measure {

/// A value of a result row; monostate: not measured.
using Cell = std::variant<std::monostate, std::string, double, std::uint64_t, bool>;

struct Column {
  std::string key;        ///< in CSV and JSON
  std::string title;      ///< in the text table; empty: left out there
  unsigned decimals = 3;  ///< of doubles in the text table; CSV and JSON have all digits
};

/// Rows with one cell for each column.
struct ResultTable {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

/// Aligned columns under their titles, numbers to the right; every line ends in a newline.
std::string text_table(const ResultTable& table);

/// A table of GitHub's Markdown: columns with a title, numbers to the right.
std::string markdown_table(const ResultTable& table);

/// RFC 4180, one header line of keys; empty fields for what was not measured.
std::string csv(const ResultTable& table);

/// An array of objects in the columns' order, indented by two.
std::string json(const ResultTable& table);

}  // namespace texelsort::measure
