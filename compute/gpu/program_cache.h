#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compute/gpu/compute_device.h"
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

  /// From now on, an invalid shader of the override directory does not throw. The built-in shader replaces it, and
  /// faults() has the errors.
  void stand_in_for_broken() { stands_in_ = true; }

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

  void clear() { programs_.clear(); }

 private:
  using Key = std::tuple<std::string, std::string, Defines>;
  struct Entry {
    Program program;
    std::vector<std::string> texts, files;  ///< source texts and files that the program was built from
  };
  struct Change {
    Entry* entry = nullptr;
    std::string label;
    std::vector<AssembledStage> stages;
    Program program;
  };
  const std::pair<const Key, Entry>& find(const Program& program) const;
  void plan_reload();
  Program build(const std::vector<AssembledStage>& stages) const;

  ComputeDevice* compute_ = nullptr;
  ShaderLibrary library_;
  bool stands_in_ = false;
  std::map<Key, Entry> programs_;
  std::vector<ShaderFault> faults_;
  std::vector<Change> changes_;
  std::size_t built_ = 0, replaced_ = 0;
  bool reloading_ = false;
};

}  // namespace texelsort::gpu
