#pragma once

#include <string>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// Returns the bytes of a PNG file. It has an alpha channel only if `with_alpha` is set.
std::string encode_png(const Picture& picture, bool with_alpha = false);

/// Writes a PNG file completely or not at all. Throws UsageError if it cannot be written.
void write_png(const std::string& path, const Picture& picture);

}  // namespace texelsort::app
