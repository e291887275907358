#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::gpu {

/// Constants that C++ hands to a shader as #define lines, by name.
using Defines = std::map<std::string, std::string>;

/// One complaint about a shader.
struct ShaderMessage {
  std::string file;        ///< below shaders/; empty where the compiler names none
  std::uint32_t line = 0;  ///< from 1; 0 where the compiler names none
  std::string text;
  bool operator==(const ShaderMessage&) const = default;
};

/// "networks/step.frag:12: error: ...".
std::string text(const ShaderMessage& message);

/// A shader that cannot be put together, or does not compile or link.
class ShaderError : public InternalError {
 public:
  ShaderError(const std::string& what, std::vector<ShaderMessage> messages);
  const std::vector<ShaderMessage>& messages() const { return messages_; }

 private:
  std::vector<ShaderMessage> messages_;
};

/// What tells versions of an override directory's files apart. Found by path each time: a file that is renamed over
/// another is another inode.
struct ShaderStamp {
  struct File {
    std::uint64_t inode = 0, bytes = 0;
    std::int64_t modified = 0, changed = 0;  ///< nanoseconds
    bool operator==(const File&) const = default;
  };
  bool vanished = false;  ///< the directory itself
  std::map<std::string, File> files;
  bool operator==(const ShaderStamp&) const = default;
};

/// The files of an override directory.
struct ShaderSurvey {
  /// A file with a shader's ending that replaces no shader.
  struct Unused {
    std::string file;       ///< below the directory
    std::string resembles;  ///< path of the nearest shader; empty if none comes near
  };
  std::vector<std::string> replaced;  ///< paths of the built-in shaders that a file replaces, sorted
  std::vector<Unused> unused;         ///< without files that a replaced shader includes; sorted
  std::vector<std::string> others;    ///< files with other endings, sorted
};

/// Looks for shaders in a directory. Files more than three folders down are left out. A directory that does not exist
/// has no files.
ShaderSurvey survey_shaders(const std::filesystem::path& directory);

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
  /// file once). Throws ShaderError naming the file and line of an include that does not exist.
  Assembled assemble(std::string_view path, std::string_view version, const Defines& defines) const;

  /// True if some shader would be read from the override directory.
  bool overridden(std::string_view path) const;

  /// The text of a file. Throws ShaderError if there is none or it cannot be read.
  std::string read(std::string_view path) const;

  /// Paths of the built-in shaders that a file of the override directory replaces now, sorted.
  std::vector<std::string> replaced() const;

  /// Where files are looked for first, if anywhere.
  const std::optional<std::filesystem::path>& directory() const { return directory_; }

  void set_directory(const std::filesystem::path& directory) { directory_ = directory; }

  /// The same without an override directory.
  ShaderLibrary built_in() const { return ShaderLibrary(std::nullopt, ends_loops_); }

  /// The override directory's files as they are now, of those that have been looked for so far.
  ShaderStamp stamp() const;

 private:
  std::optional<std::filesystem::path> directory_;
  bool ends_loops_;
  mutable std::set<std::string, std::less<>> looked_for_;
};

/// A compiler's log, line by line. Mesa's "0:12(5): error" and NVIDIA's "0(12) : error" name places; lines without a
/// place have none.
std::vector<ShaderMessage> log_messages(std::string_view log, const std::vector<std::string>& files);

/// A compiler's log with Mesa's "0:12(5): error" and NVIDIA's "0(12) : error" places rewritten as "path:12".
std::string readable_log(std::string_view log, const std::vector<std::string>& files);

}  // namespace texelsort::gpu
