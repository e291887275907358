#pragma once

#include <string>

#include "compute/data/files.h"

namespace texelsort::app {

/// The form in which keys read as `input` are written to `path`: that of the path's ending if it has one that says,
/// else the input's. Throws UsageError when keys of this type cannot be written so.
data::Shape output_shape(const std::string& path, const data::Shape& input, data::KeyType type);

}  // namespace texelsort::app
