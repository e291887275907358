#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "app/window/offscreen.h"

namespace texelsort::app {

/// Writes a PNG file, whole or not at all. Throws UsageError when it cannot be written.
void write_png(const std::string& path, const Picture& picture);

/// The pixels of a PNG that the program carries in itself, alpha included.
Picture read_png(std::span<const std::byte> file);

}  // namespace texelsort::app
