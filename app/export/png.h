#pragma once

#include <string>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// The bytes of a PNG file; the alpha channel is left out unless it is wanted.
std::string encode_png(const Picture& picture, bool with_alpha = false);

/// Writes a PNG file, whole or not at all. Throws UsageError when it cannot be written.
void write_png(const std::string& path, const Picture& picture);

}  // namespace texelsort::app
