#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/data/io/files.h"
#include "compute/data/rows/sort_columns.h"

namespace texelsort::data {

/// Sort columns of CSV rows, and choices of the user for the dialect.
struct RowOptions {
  std::vector<SortColumn> by{};
  DialectOptions dialect{};
  /// Treatment of missing numbers and dates. An empty text is missing only if this is not `error`.
  Missing missing = Missing::error;
  bool operator==(const RowOptions&) const = default;
};

/// Selection of sorted rows for the output.
struct RowSelection {
  bool unique = false;                 ///< true to keep only the first input row of each key
  std::optional<std::uint64_t> top{};  ///< number of rows to keep from the start of the output; null: all rows
  bool operator==(const RowSelection&) const = default;
};

}  // namespace texelsort::data
