#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/support/temporary_folder.h"

namespace texelsort::tests {

/// Writes a copy of the program's shader `name` below `folder`, with the first occurrence of `text` replaced. Throws
/// std::runtime_error if the shader does not contain the text.
inline void write_changed_shader(const TemporaryFolder& folder, const std::string& name, std::string_view text,
                                 std::string_view replacement) {
  std::string source = read_file(std::filesystem::path(TEXELSORT_SOURCE_DIR) / "shaders" / name);
  const std::size_t at = source.find(text);
  if (at == std::string::npos) throw std::runtime_error(name + " no longer has what this test changes");
  folder.write(name, source.replace(at, text.size(), replacement));
}

}  // namespace texelsort::tests
