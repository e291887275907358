#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/support/temporary_folder.h"

namespace texelsort::tests {

/// Writes the program's shader `name` to the same place below `folder`, with `replacement` where `text` first stands in
/// it. Throws std::runtime_error if the shader no longer has the text.
inline void write_changed_shader(const TemporaryFolder& folder, const std::string& name, std::string_view text,
                                 std::string_view replacement) {
  std::string source = read_file(std::filesystem::path(TEXELSORT_SOURCE_DIR) / "shaders" / name);
  const std::size_t at = source.find(text);
  if (at == std::string::npos) throw std::runtime_error(name + " no longer has what this test changes");
  folder.write(name, source.replace(at, text.size(), replacement));
}

}  // namespace texelsort::tests
