#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/io/files.h"
#include "compute/data/keys/order.h"

namespace texelsort::data {

/// Kind of a sort column. `number` means decimal numbers, `text` means bytes, and `date` means ISO 8601 dates.
enum class SortKind : std::uint8_t { number, text, date };

std::string_view name(SortKind kind);

struct SortColumn {
  std::string column;  ///< name of the column, or its position from 1
  /// Kind of the values. Null means the default: numbers if all fields are numbers, otherwise dates if all fields are
  /// dates, otherwise text.
  std::optional<SortKind> kind{};
  Order order = Order::ascending;
  /// True if missing values of this column come first, false if last; null: as RowOptions::missing says.
  std::optional<bool> missing_first{};
  bool operator==(const SortColumn&) const = default;
};

/// Parses sort columns such as "price:desc,name", "2:number:first" or "'a, b':text". Commas separate columns. Each
/// column may be followed by asc, desc, number, text, date, first and last, separated by colons. A name with a comma,
/// colon or quote must be in single or double quotes. Throws UsageError that shows the syntax.
std::vector<SortColumn> parse_sort_columns(std::string_view text);

/// Formats sort columns as a text that parse_sort_columns() accepts.
std::string text(const std::vector<SortColumn>& columns);

}  // namespace texelsort::data
