#pragma once

#include <string>

#include "app/window/offscreen.h"

namespace texelsort::app {

/// Writes a PNG file, whole or not at all. Throws UsageError when it cannot be written.
void write_png(const std::string& path, const Picture& picture);

}  // namespace texelsort::app
