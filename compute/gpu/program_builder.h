#pragma once

#include <string>
#include <vector>

#include "compute/gpu/objects.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {

enum class ShaderStage : std::uint8_t { vertex, fragment, compute };

struct StageSource {
  ShaderStage stage;
  std::string path;
};

/// Stage with its assembled source.
struct AssembledStage {
  StageSource stage;
  ShaderLibrary::Assembled source;
};

/// Compiles and links a program. Throws ShaderError with the first errors as "path:line: message".
Program build_program(const std::vector<AssembledStage>& stages);

}  // namespace texelsort::gpu
