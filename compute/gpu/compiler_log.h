#pragma once

#include <string>
#include <vector>

#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {

/// Returns the messages of glslang's log that have a place, such as "ERROR: radix/count.comp:12: text". log_messages()
/// does this for drivers, which number the files.
std::vector<ShaderMessage> compiler_messages(const std::string& log);

}  // namespace texelsort::gpu
