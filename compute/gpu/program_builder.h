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

/// Compiles and links. Throws InternalError with the first errors as "path:line: message".
Program build_program(const std::vector<StageSource>& stages, const ShaderLibrary& library, std::string_view version,
                      const Defines& defines);

}  // namespace texelsort::gpu
