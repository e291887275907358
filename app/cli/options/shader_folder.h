#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "compute/gpu/shader_library.h"

namespace texelsort::app {

/// A folder whose files replace built-in shaders.
struct ShaderFolder {
  std::filesystem::path path;
  std::string asked;  ///< option or variable that names the folder: "--shader-dir mine"
  gpu::ShaderSurvey survey;
};

/// Opens the folder of --shader-dir, or of $TEXELSORT_SHADER_DIR without the option. Returns nothing if neither is set.
/// Throws UsageError if the folder does not exist.
std::optional<ShaderFolder> open_shader_folder(const std::optional<std::string>& option);

/// Throws UsageError for a folder that replaces no shader. The message lists the folder's files and the most similar
/// shader names.
void require_replaced_shaders(const ShaderFolder& folder);

/// Prints a note about the replaced shaders. Also warns about files that look like shaders but replace none.
void say_replaced_shaders(const ShaderFolder& folder);

}  // namespace texelsort::app
