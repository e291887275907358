#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelsort::app {

struct EmbeddedFile {
  std::string_view name;
  std::span<const std::byte> bytes;
  std::string_view family;  ///< font family, such as "Inter"; empty unless the file is a font

  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Returns all embedded files. The fonts are "regular", "bold" and "mono", and the window's icon is "icon" (PNG).
/// Lessons are "lessons/NAME.toml", and parts of exported pages are "page/NAME".
std::span<const EmbeddedFile> embedded_files();

/// Returns the embedded file that is called `name`. Throws InternalError if there is no such file.
const EmbeddedFile& embedded_file(std::string_view name);

}  // namespace texelsort::app
