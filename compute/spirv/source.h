#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace texelsort::spirv {

/// Language of a shader's text.
enum class Language : std::uint8_t {
  opengl_glsl,  ///< GLSL for OpenGL: uniforms outside blocks
  vulkan_glsl,  ///< GLSL for Vulkan: push constants, descriptor sets, specialization constants
  hlsl,         ///< HLSL, as far as glslang reads it
};

/// Text of a compute shader with resolved includes. In `#line LINE NUMBER`, NUMBER is the
/// index in `files` of the file of the next lines.
struct Source {
  std::string text;
  std::vector<std::string> files;
  Language language = Language::opengl_glsl;
  std::string entry = "main";  ///< name of the entry point
};

/// Words of a SPIR-V module before its first instruction.
inline constexpr std::size_t header_words = 5;

/// A compute shader as SPIR-V.
struct Binary {
  std::vector<std::uint32_t> words;
  std::vector<std::string> files;  ///< files of the source, by their number in OpLine
  std::string entry = "main";
  /// Names of the blocks and block variables whose binding the text declares, because glslang chooses the bindings of
  /// the others. Null if the words do not come from compile(), or if this is unknown: all bindings are declared.
  std::optional<std::set<std::string>> declared_bindings{};

  /// Returns the file and line of a line number of OpLine, such as "radix/count.comp:16".
  std::string place(std::uint32_t line) const;
};

/// Compiles with glslang, without optimisation and with line numbers. Throws InternalError with the compiler's log as
/// "path:line: message".
Binary compile(const Source& source);

/// Returns whether this build includes glslang, without which compile() throws UnavailableError.
bool can_compile();

/// Throws InternalError with the reason if the words are not valid SPIR-V.
void require_valid(const Binary& binary);

/// Returns a SPIR-V module as text.
std::string disassembly(const Binary& binary);

/// Reads a SPIR-V module. Throws InputError if the file cannot be read or is not SPIR-V of this machine's byte order.
Binary read_binary(const std::filesystem::path& path);

}  // namespace texelsort::spirv
