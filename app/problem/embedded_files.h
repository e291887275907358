#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelsort::app {

/// A file embedded in the executable.
struct EmbeddedFile {
  std::string_view name;
  std::span<const std::byte> bytes;
  std::string_view family;  ///< font family, such as "Inter"; empty for other files

  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Returns all embedded files: "regular", "bold" and "mono" are the window's fonts, "icon" is its icon (PNG).
/// "lessons/NAME.toml" are the lessons, "page/NAME" are the parts of exported pages.
std::span<const EmbeddedFile> embedded_files();

/// Returns the file with this name. Throws InternalError if there is none.
const EmbeddedFile& embedded_file(std::string_view name);

}  // namespace texelsort::app
