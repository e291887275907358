#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/data/io/files.h"
#include "compute/data/rows/sort_columns.h"

namespace texelsort::data {

/// Sort columns of CSV rows, and the dialect as the user requests it.
struct RowOptions {
  std::vector<SortColumn> by{};
  DialectOptions dialect{};
  /// Treatment of missing numbers and dates. An empty text counts as missing unless this is `error`.
  Missing missing = Missing::error;
  bool operator==(const RowOptions&) const = default;
};

/// Choice of the sorted rows that the output contains.
struct RowSelection {
  bool unique = false;                 ///< true to keep only the first of all input rows with the same key
  std::optional<std::uint64_t> top{};  ///< number of rows to keep from the start of the output; null: all rows
  bool operator==(const RowSelection&) const = default;
};

}  // namespace texelsort::data
