#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/data/io/files.h"
#include "compute/data/rows/sort_columns.h"

namespace texelsort::data {

/// How rows of comma-separated values are to be sorted, and how they are to be read where they do not tell.
struct RowOptions {
  std::vector<SortColumn> by{};
  DialectOptions dialect{};
  Missing missing = Missing::error;  ///< of a number or a date; texts are missing only where this is not error
  bool operator==(const RowOptions&) const = default;
};

/// What becomes of sorted rows.
struct RowSelection {
  bool unique = false;                 ///< of rows with the same key only the first one of the input stays
  std::optional<std::uint64_t> top{};  ///< the first of them alone
  bool operator==(const RowSelection&) const = default;
};

}  // namespace texelsort::data
