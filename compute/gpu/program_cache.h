#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "compute/gpu/compute_device.h"
#include "compute/gpu/foreign_shader.h"
#include "compute/gpu/program_builder.h"

namespace texelsort::gpu {

/// Errors in the shaders of one program.
struct ShaderFault {
  std::string program;  ///< shaders of the program: "a.vert + b.frag"
  std::vector<ShaderMessage> messages;
  bool operator==(const ShaderFault&) const = default;
};

/// Programs of a device, each built once. Addresses are stable: a program that is rebuilt after a change of its files
/// replaces the old one in place.
class ProgramCache {
 public:
  explicit ProgramCache(ShaderLibrary library) : library_(std::move(library)) {}

  /// Returns a program, compiled once per set of defines. Without `fragment`, `first` is a compute shader. Throws
  /// ShaderError.
  const Program& get(const std::string& first, const std::string& fragment, const Defines& defines);

  /// Returns a program of a user's shader, compiled once. Throws ShaderError or UnavailableError.
  const Program& get(const ForeignShader& shader);

  /// Returns a program of a user's fragment shader, compiled once. `vertex` is a file of the same folder, or empty for
  /// texelsort's triangle that covers the viewport. Both shaders have the same defines. Throws ShaderError.
  const Program& get(const ForeignShader& fragment, const std::string& vertex);

  /// From now on, an invalid shader of the override directory does not throw. The built-in shader replaces it, and
  /// faults() has the errors.
  void stand_in_for_broken() { stands_in_ = true; }

  /// Stamp of all files that have been looked up so far: those of the override directory and of users' folders.
  ShaderStamp stamp() const;

  /// Returns the path of a file of a user's folder as files() names it. Null for other files.
  std::optional<std::filesystem::path> foreign_file(const std::string& file) const;

  /// Returns the text of a file as files() names it. Throws ShaderError if it cannot be read.
  std::string read(const std::string& file) const;

  /// Errors in the files as last read.
  const std::vector<ShaderFault>& faults() const { return faults_; }

  const ShaderLibrary& library() const { return library_; }

  /// Sets the override directory, which takes effect at the next reload.
  void set_directory(const std::filesystem::path& directory) { library_.set_directory(directory); }

  /// Reassembles the sources of a program. Throws InternalError if the program is not in this cache.
  std::vector<AssembledStage> source(const Program& program) const;

  /// Source files of a program, including #include files. Throws InternalError if the program is not in this cache.
  const std::vector<std::string>& files(const Program& program) const;

  /// Defines of a program. Throws InternalError if the program is not in this cache.
  const Defines& defines(const Program& program) const;

  /// Rebuilds programs with changed files, one per call so that the frame rate stays smooth. The first call detects the
  /// changes. The new programs replace the old ones together if all are valid; otherwise faults() has the errors.
  /// Returns true while work remains. replaced() counts the replaced programs.
  bool reload();
  std::size_t replaced() const { return replaced_; }

  /// From now on, `compute` builds the programs of compute shaders.
  void build_compute_by(ComputeDevice& compute) { compute_ = &compute; }

  void clear() {
    programs_.clear();
    foreign_.clear();
    foreign_draws_.clear();
  }

 private:
  using Key = std::tuple<std::string, std::string, Defines>;
  using DrawKey = std::pair<ForeignShader, std::string>;  ///< user's fragment shader, and file of the vertex shader
  struct Entry {
    Program program;
    std::vector<std::string> texts, files;  ///< source texts and files that the program was built from
  };
  struct Change {
    Entry* entry = nullptr;
    std::string label;
    std::vector<AssembledStage> stages;
    Program program;
    const ForeignShader* shader = nullptr;  ///< the user's shader. Null: the program consists of texelsort's
    ForeignSource source;
  };
  const std::pair<const Key, Entry>& find(const Program& program) const;
  /// Returns the user's shader of a program. Null if it consists of texelsort's.
  const std::pair<const ForeignShader, Entry>* find_foreign(const Program& program) const;
  static std::vector<AssembledStage> stages_of(const ForeignShader& shader, const ForeignSource& source);
  /// Returns the user's shaders of a program that draws. Null for other programs.
  const std::pair<const DrawKey, Entry>* find_foreign_draw(const Program& program) const;
  std::vector<AssembledStage> stages_of(const DrawKey& key) const;
  void plan_reload();
  void plan_foreign_reload();
  Program build(const std::vector<AssembledStage>& stages) const;

  ComputeDevice* compute_ = nullptr;
  ShaderLibrary library_;
  bool stands_in_ = false;
  std::map<Key, Entry> programs_;
  std::map<ForeignShader, Entry> foreign_;
  std::map<DrawKey, Entry> foreign_draws_;
  /// Paths of the files that users' shaders have looked for, by the names of files().
  mutable std::map<std::string, std::filesystem::path> looked_for_;
  std::vector<ShaderFault> faults_;
  std::vector<Change> changes_;
  std::size_t built_ = 0, replaced_ = 0;
  bool reloading_ = false;
};

}  // namespace texelsort::gpu
