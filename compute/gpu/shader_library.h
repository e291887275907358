#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::gpu {

/// Constants that C++ passes to a shader as #define lines, by name.
using Defines = std::map<std::string, std::string>;

/// Compiler message about a shader.
struct ShaderMessage {
  std::string file;        ///< relative to shaders/; empty if unknown
  std::uint32_t line = 0;  ///< from 1; 0 if unknown
  std::string text;
  bool operator==(const ShaderMessage&) const = default;
};

/// Formats a message: "networks/step.frag:12: error: ...".
std::string text(const ShaderMessage& message);

/// A shader cannot be assembled, compiled or linked.
class ShaderError : public InternalError {
 public:
  ShaderError(const std::string& what, std::vector<ShaderMessage> messages);
  const std::vector<ShaderMessage>& messages() const { return messages_; }

 private:
  std::vector<ShaderMessage> messages_;
};

/// Identifies versions of an override directory's files, to detect changes. The path is resolved each time; a file
/// renamed over another has a different inode.
struct ShaderStamp {
  struct File {
    std::uint64_t inode = 0, bytes = 0;
    std::int64_t modified = 0, changed = 0;  ///< times of the last changes of contents and of status, in nanoseconds
    bool operator==(const File&) const = default;
  };
  bool vanished = false;  ///< true if the directory does not exist
  std::map<std::string, File> files;
  bool operator==(const ShaderStamp&) const = default;
};

/// Returns the stamp of a file. Null if there is no such file.
std::optional<ShaderStamp::File> stamp_of(const std::filesystem::path& path);

/// Classified files of an override directory.
struct ShaderSurvey {
  /// File with a shader's extension that replaces no shader.
  struct Unused {
    std::string file;       ///< path of the file, relative to the directory
    std::string resembles;  ///< path of the nearest shader; empty if none is similar
  };
  std::vector<std::string> replaced;  ///< paths of replaced built-in shaders, sorted
  std::vector<Unused> unused;         ///< excludes files that a replaced shader includes; sorted
  std::vector<std::string> others;    ///< files with other extensions, sorted
};

/// Classifies the files of a directory. Ignores files more than three folders deep. A directory that does not exist has
/// no files.
ShaderSurvey survey_shaders(const std::filesystem::path& directory);

/// GLSL sources embedded at build time. Files in an override directory replace those with the same path.
class ShaderLibrary {
 public:
  /// If `ends_loops` is true, rewrites sources by with_loops_ended().
  explicit ShaderLibrary(std::optional<std::filesystem::path> override_directory, bool ends_loops = false);

  /// Source with resolved includes. Files are numbered because Mesa's `#line` accepts only integers.
  struct Assembled {
    std::string text;
    std::vector<std::string> files;  ///< path of source-string number i
  };

  /// Assembles the shader at `path` ("networks/grouped.frag"): adds `#version` and defines, and resolves `#include
  /// "PATH"` (each file once). Throws ShaderError with file and line of a missing include.
  Assembled assemble(std::string_view path, std::string_view version, const Defines& defines) const;

  /// Returns whether the override directory has a file for this shader.
  bool overridden(std::string_view path) const;

  /// Returns the text of a file. Throws ShaderError if it does not exist or cannot be read.
  std::string read(std::string_view path) const;

  /// Paths of the built-in shaders that a file of the override directory replaces now, sorted.
  std::vector<std::string> replaced() const;

  /// The override directory. Null if there is none.
  const std::optional<std::filesystem::path>& directory() const { return directory_; }

  void set_directory(const std::filesystem::path& directory) { directory_ = directory; }

  /// Returns the same library without an override directory.
  ShaderLibrary built_in() const { return ShaderLibrary(std::nullopt, ends_loops_); }

  /// Stamp of the override directory's files that have been looked up so far.
  ShaderStamp stamp() const;

 private:
  std::optional<std::filesystem::path> directory_;
  bool ends_loops_;
  mutable std::set<std::string, std::less<>> looked_for_;
};

/// Parses a compiler's log into messages. Recognises locations of Mesa, "0:12(5): error", and NVIDIA, "0(12) : error".
/// Other lines have no location.
std::vector<ShaderMessage> log_messages(std::string_view log, const std::vector<std::string>& files);

/// Returns a compiler's log in which the locations of Mesa and NVIDIA are replaced by "path:12".
std::string readable_log(std::string_view log, const std::vector<std::string>& files);

struct EmbeddedShader {
  std::string_view path;  ///< path of the shader relative to shaders/, with forward slashes
  std::string_view source;
};

/// Shaders from build time.
std::span<const EmbeddedShader> embedded_shaders();

/// Uniform with the loop limit of with_loops_ended().
inline constexpr std::string_view loop_rounds_uniform = "most_loop_rounds";

/// Rewrites an assembled shader so that it counts the iterations of all loops of an invocation and leaves every loop
/// after most_loop_rounds. llvmpipe does this after 65,535. Line numbers do not change.
std::string with_loops_ended(std::string_view shader);

/// Shading language of the platform. OpenGL and OpenGL ES share all shader text except its first lines.
struct Dialect {
  std::string_view draw_version, compute_version;  ///< text after #version; empty if there are no compute shaders
  std::string_view head;                           ///< lines after the #version line
};
/// Dialect of the platform; desktop/ and web/ define it.
const Dialect& dialect();

}  // namespace texelsort::gpu
