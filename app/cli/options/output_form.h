#pragma once

#include <string>

#include "app/problem/problem_spec.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

/// Throws UsageError if writing to the CSV file at `path` would lose columns of that file, which may be an input or
/// another existing file. Ignores an empty path and "-", which mean standard output.
void refuse_lost_columns(const std::string& path, const ProblemSpec& spec, const data::Shape& input);

/// Throws UsageError if the ending of `path` contradicts the format of rows that are written byte for byte.
void refuse_other_rows(const std::string& path, const data::RowTable& rows);

/// Returns the format for writing keys to `path`. A known ending of `path` determines the format, otherwise the format
/// is that of `input`. Throws UsageError if the format cannot be written or cannot represent the input. Warns on
/// standard error about lost data that is not part of the keys.
data::Shape output_shape(const std::string& path, const data::Shape& input, data::KeyType type);

}  // namespace texelsort::app
