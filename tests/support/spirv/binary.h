#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/gpu/shader_library.h"

namespace texelsort::spirv {

/// A compute shader as SPIR-V for OpenGL. Every instruction knows its file and line.
struct Binary {
  std::vector<std::uint32_t> words;
  std::vector<std::string> files;

  /// Returns the place of an OpLine's number, such as "radix/count.comp:16".
  std::string place(std::uint32_t line) const;
};

/// Compiles with glslang, without optimisation. Throws InternalError with the compiler's log as "path:line: message".
Binary compile(const gpu::ShaderLibrary::Assembled& source);

}  // namespace texelsort::spirv
