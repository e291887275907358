#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/io/files.h"
#include "compute/data/keys/order.h"

namespace texelsort::data {

/// What the fields of a column are compared as: decimal numbers, bytes of text, or dates of ISO 8601.
enum class SortKind : std::uint8_t { number, text, date };

std::string_view name(SortKind kind);

/// A column by which rows are sorted.
struct SortColumn {
  std::string column;              ///< its name, or its position from 1
  std::optional<SortKind> kind{};  ///< default: numbers, else dates, if all fields are some, else text
  Order order = Order::ascending;
  std::optional<bool> missing_first{};  ///< default: as all columns
  bool operator==(const SortColumn&) const = default;
};

/// "price:desc,name", "2:number:first", "'a, b':text": columns between commas, each with any of asc, desc, number,
/// text, date, first and last behind colons. A name with a comma, a colon or a quote stands in single or double quotes.
/// Throws UsageError with the form.
std::vector<SortColumn> parse_sort_columns(std::string_view text);

/// What parse_sort_columns() reads.
std::string text(const std::vector<SortColumn>& columns);

}  // namespace texelsort::data
