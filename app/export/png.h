#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "app/export/picture.h"

namespace texelsort::app {

/// The bytes of a PNG file; the alpha channel is left out unless it is wanted.
std::string encode_png(const Picture& picture, bool with_alpha = false);

/// Writes a PNG file, whole or not at all. Throws UsageError when it cannot be written.
void write_png(const std::string& path, const Picture& picture);

/// The pixels of a PNG that the program carries in itself, alpha included.
Picture read_png(std::span<const std::byte> file);

}  // namespace texelsort::app
