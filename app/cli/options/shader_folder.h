#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "compute/gpu/shader_library.h"

namespace texelsort::app {

/// A folder whose files replace built-in shaders, and the option or variable that names it.
struct ShaderFolder {
  std::filesystem::path path;
  std::string asked;  ///< option or variable that names it: "--shader-dir mine"
  gpu::ShaderSurvey survey;
};

/// Opens the folder of --shader-dir, or otherwise of $TEXELSORT_SHADER_DIR. Nothing if neither is set. Throws
/// UsageError if the folder does not exist.
std::optional<ShaderFolder> open_shader_folder(const std::optional<std::string>& option);

/// Throws UsageError for a folder that replaces no shader. The message lists its files and the most similar shader
/// names.
void require_replaced_shaders(const ShaderFolder& folder);

/// Prints a note with the replaced shaders, and a warning about files that look like shaders and replace none.
void say_replaced_shaders(const ShaderFolder& folder);

}  // namespace texelsort::app
