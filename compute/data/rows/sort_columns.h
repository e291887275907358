#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/io/files.h"
#include "compute/data/keys/order.h"

namespace texelsort::data {

/// Kind of a sort column: decimal numbers, text as bytes, or ISO 8601 dates.
enum class SortKind : std::uint8_t { number, text, date };

std::string_view name(SortKind kind);

/// A column by which rows are sorted.
struct SortColumn {
  std::string column;  ///< name, or position from 1
  std::optional<SortKind>
      kind{};  ///< default: numbers if all fields are numbers, otherwise dates if all are dates, otherwise text
  Order order = Order::ascending;
  std::optional<bool> missing_first{};  ///< true if missing values come first; default: as for all columns
  bool operator==(const SortColumn&) const = default;
};

/// Parses columns separated by commas: "price:desc,name", "2:number:first", "'a, b':text". Each column may be followed
/// by asc, desc, number, text, date, first and last, separated by colons. A name with a comma, colon or quote is in
/// single or double quotes. Throws UsageError that shows the syntax.
std::vector<SortColumn> parse_sort_columns(std::string_view text);

/// Inverse of parse_sort_columns().
std::string text(const std::vector<SortColumn>& columns);

}  // namespace texelsort::data
