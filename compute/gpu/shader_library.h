#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::gpu {

/// Constants that C++ hands to a shader as #define lines, by name.
using Defines = std::map<std::string, std::string>;

/// GLSL sources: those embedded at build time, or files below an override directory where a file of the same path
/// exists.
class ShaderLibrary {
 public:
  /// `ends_loops`: sources are assembled with_loops_ended().
  explicit ShaderLibrary(std::optional<std::filesystem::path> override_directory, bool ends_loops = false);

  /// A source with its includes in place. `#line` on Mesa takes integers only, so files are numbered.
  struct Assembled {
    std::string text;
    std::vector<std::string> files;  ///< path of source-string number i
  };

  /// The shader below `path` ("networks/grouped.frag") with `#version`, defines and `#include "PATH"` resolved (each
  /// file once). Throws InternalError naming the file and line of an include that does not exist.
  Assembled assemble(std::string_view path, std::string_view version, const Defines& defines) const;

  /// True if some shader would be read from the override directory.
  bool overridden(std::string_view path) const;

 private:
  std::string read(std::string_view path) const;
  std::optional<std::filesystem::path> directory_;
  bool ends_loops_;
};

/// A compiler's log with Mesa's "0:12(5): error" and NVIDIA's "0(12) : error" places rewritten as "path:12".
std::string readable_log(std::string_view log, const std::vector<std::string>& files);

}  // namespace texelsort::gpu
