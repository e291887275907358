#pragma once

#include <string>

#include "app/problem/problem_spec.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

/// Throws UsageError if writing to the CSV file at `path` would lose columns of that file, which may be an input or
/// another existing file. Ignores an empty path and "-", which mean standard output.
void refuse_lost_columns(const std::string& path, const ProblemSpec& spec, const data::Shape& input);

/// Throws UsageError if the ending of `path` contradicts the format of these rows, which are written byte for byte.
void refuse_other_rows(const std::string& path, const data::RowTable& rows);

/// Returns the format for writing to `path` keys that were read as `input`. The ending of `path` determines it if
/// known; otherwise the input's format is kept. Throws UsageError if the format cannot represent the input, or cannot
/// be written. Warns on standard error about lost data that is not part of the keys.
data::Shape output_shape(const std::string& path, const data::Shape& input, data::KeyType type);

}  // namespace texelsort::app
