#pragma once

#include <string>

#include "app/problem/problem_spec.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

/// Throws UsageError if the file at `path` is a CSV file with more columns than are written over it: those of the
/// input, which the keys (and the fields of records) are some of, or of another one. Empty and "-": standard output.
void refuse_lost_columns(const std::string& path, const ProblemSpec& spec, const data::Shape& input);

/// Throws UsageError if the ending of `path` says that there is something else in the file than rows like these, which
/// are written byte for byte.
void refuse_other_rows(const std::string& path, const data::RowTable& rows);

/// The form in which keys read as `input` are written to `path`: that of the path's ending if it has one that says,
/// else the input's. Throws UsageError when what was read cannot be written so, or the ending is that of a format that
/// is not written. What a form has no place for and that is no part of the keys is said on standard error.
data::Shape output_shape(const std::string& path, const data::Shape& input, data::KeyType type);

}  // namespace texelsort::app
