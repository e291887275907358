#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "compute/gpu/shader_library.h"
#include "compute/spirv/module.h"
#include "compute/spirv/source.h"

/// Shaders that are not part of texelsort.
namespace texelsort::gpu {

/// A compute shader in a user's folder, or a vertex or fragment shader in GLSL for OpenGL.
struct ForeignShader {
  std::filesystem::path folder;
  std::string file;            ///< path relative to the folder; a file named *.spv holds SPIR-V
  std::string entry = "main";  ///< entry point; GLSL has only "main"
  /// Language of the text. Null: by the file. A file named *.hlsl is HLSL. Others are GLSL for Vulkan if they use push
  /// constants, descriptor sets, specialization constants or buffer references, and GLSL for OpenGL if they do not.
  std::optional<spirv::Language> language{};
  Defines defines{};
  spirv::Specialization constants{};
  std::string version{};  ///< text after #version for a file in GLSL that has no such line; empty: such a file is wrong

  auto operator<=>(const ForeignShader&) const = default;
};

/// Returns the file as messages name it: "FOLDER/FILE", with the folder as the user wrote it.
std::string label(const ForeignShader& shader);

/// Source of a foreign shader.
struct ForeignSource {
  /// Text with resolved includes. For SPIR-V, its disassembly.
  ShaderLibrary::Assembled source;
  spirv::Language language = spirv::Language::opengl_glsl;
  bool is_binary = false;  ///< true if the file holds SPIR-V
  spirv::Binary binary;    ///< the SPIR-V of such a file
};

/// Reads a foreign shader and resolves its includes, relative to the including file and then to the folder. The text is
/// as written, with the defines after the #version line and the #extension lines that follow it. Reads no file outside
/// the folder. Adds the paths of all files that it looked for to `looked_for`. Throws ShaderError with file and line.
ForeignSource read_foreign(const ForeignShader& shader, std::map<std::string, std::filesystem::path>& looked_for);

/// Returns the text without comments. Keeps all line ends.
std::string without_comments(std::string_view text);

}  // namespace texelsort::gpu
