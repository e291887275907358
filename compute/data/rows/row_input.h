#pragma once

#include <string>

#include "compute/data/io/files.h"
#include "compute/data/rows/row_order.h"

namespace texelsort::data {

/// Reads whole rows of a file, or of standard input for "-". The keys are the first eight bytes of the rows' keys as
/// u64 numbers, and shape.rows has the rows: sort the keys with their indices as payload, and write them with
/// sorted_rows(). Throws UsageError as RowTable does, and for what cannot be read.
Input read_rows(const std::string& path, const RowOptions& options);

/// The rows in the order of `indices`, which are in the order of the keys that read_rows() gave, as a file's text.
std::string sorted_rows(const Shape& shape, std::vector<std::uint64_t> indices, const RowSelection& selection);

}  // namespace texelsort::data
