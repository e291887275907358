#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelsort::app {

/// A file that the program carries in itself.
struct EmbeddedFile {
  std::string_view name;
  std::span<const std::byte> bytes;
  std::string_view family;  ///< of a font: "Inter"; else empty

  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// "regular", "bold", "mono": the window's fonts; "icon": its icon, a PNG; "lessons/NAME.toml": its lessons;
/// "page/NAME": what exported pages are made of.
std::span<const EmbeddedFile> embedded_files();

/// The file of that name; throws InternalError without one.
const EmbeddedFile& embedded_file(std::string_view name);

}  // namespace texelsort::app
