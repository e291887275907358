#pragma once

#include <string>

#include "compute/data/io/files.h"
#include "compute/data/rows/row_order.h"

namespace texelsort::data {

/// Reads whole rows of a CSV file, or of standard input for "-". Keys are the first eight bytes of each row's sort key,
/// as u64. shape.rows contains the rows. Sort these keys with their indices as payload, and pass the result to
/// sorted_rows(). Throws UsageError as RowTable, and if the file cannot be read.
Input read_rows(const std::string& path, const RowOptions& options);

/// Returns the file's text with rows in the order of `indices`, which must be sorted by the keys from read_rows().
std::string sorted_rows(const Shape& shape, std::vector<std::uint64_t> indices, const RowSelection& selection);

}  // namespace texelsort::data
