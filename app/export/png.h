#pragma once

#include <string>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// Returns a picture as the bytes of a PNG file, with an alpha channel only if `with_alpha` is true.
std::string encode_png(const Picture& picture, bool with_alpha = false);

/// Writes a PNG file completely or not at all. Throws UsageError if the file cannot be written.
void write_png(const std::string& path, const Picture& picture);

}  // namespace texelsort::app
