#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compute/gpu/program_builder.h"

namespace texelsort::gpu {

/// What is wrong with one program's shaders.
struct ShaderFault {
  std::string program;  ///< its shaders, "a.vert + b.frag"
  std::vector<ShaderMessage> messages;
  bool operator==(const ShaderFault&) const = default;
};

/// A device's programs, each made once and in its place from then on: what is put together anew after a change of its
/// files takes the old one's place, wherever that is used.
class ProgramCache {
 public:
  explicit ProgramCache(ShaderLibrary library) : library_(std::move(library)) {}

  /// Compiled once for each set of defines; without `fragment`, `first` is a compute shader. Throws ShaderError.
  const Program& get(const std::string& first, const std::string& fragment, const Defines& defines);

  /// From now on a shader of the override directory that is wrong does not throw: the built-in one takes its place, and
  /// faults() says what is wrong.
  void stand_in_for_broken() { stands_in_ = true; }

  /// What is wrong with the files as they were read last.
  const std::vector<ShaderFault>& faults() const { return faults_; }

  const ShaderLibrary& library() const { return library_; }

  /// Files are looked for there first from the next reload on.
  void set_directory(const std::filesystem::path& directory) { library_.set_directory(directory); }

  /// What a program was made of, put together anew. Throws InternalError if it is none of these.
  std::vector<AssembledStage> source(const Program& program) const;

  /// Its files, shaders and what they include. Throws InternalError if it is none of these.
  const std::vector<std::string>& files(const Program& program) const;

  /// The constants that it was made with. Throws InternalError if it is none of these.
  const Defines& defines(const Program& program) const;

  /// Puts programs together anew whose files have changed, a program a call so that frames go on: the first call after
  /// the end finds out which. They take the old ones' places together, once all of them are good; else all stay and
  /// faults() says why. True while there is more to do; `replaced()` says how many took their places.
  bool reload();
  std::size_t replaced() const { return replaced_; }

  void clear() { programs_.clear(); }

 private:
  using Key = std::tuple<std::string, std::string, Defines>;
  struct Entry {
    Program program;
    std::vector<std::string> texts, files;  ///< that it was made from
  };
  struct Change {
    Entry* entry = nullptr;
    std::string label;
    std::vector<AssembledStage> stages;
    Program program;
  };
  const std::pair<const Key, Entry>& find(const Program& program) const;
  void plan_reload();

  ShaderLibrary library_;
  bool stands_in_ = false;
  std::map<Key, Entry> programs_;
  std::vector<ShaderFault> faults_;
  std::vector<Change> changes_;
  std::size_t built_ = 0, replaced_ = 0;
  bool reloading_ = false;
};

}  // namespace texelsort::gpu
