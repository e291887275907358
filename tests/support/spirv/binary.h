#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/gpu/shader_library.h"

namespace texelsort::spirv {

/// A compute shader as SPIR-V for OpenGL. Every instruction knows its line, and a line its file.
struct Binary {
  std::vector<std::uint32_t> words;
  std::vector<std::string> files;

  /// "radix/count.comp:16" for what an OpLine says.
  std::string place(std::uint32_t line) const;
};

/// By glslang, not optimised. Throws InternalError with the compiler's log as "path:line: message".
Binary compile(const gpu::ShaderLibrary::Assembled& source);

}  // namespace texelsort::spirv
