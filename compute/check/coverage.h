#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "compute/gpu/device.h"
#include "compute/gpu/shader_library.h"
#include "compute/simt/launch_counter.h"

/// Coverage: which shaders and kernels the checks have executed.
namespace texelsort::algorithms {

/// A shader program with its constants.
struct ProgramVariant {
  std::string shaders;  ///< paths of the shaders: "a.vert + b.frag"
  gpu::Defines defines;
  auto operator<=>(const ProgramVariant&) const = default;
};

struct ProgramCalls {
  std::set<std::string> files;  ///< paths of the shaders and of their includes
  std::uint64_t calls = 0;      ///< number of draws or dispatches
};

struct Coverage {
  std::map<ProgramVariant, ProgramCalls> programs;
  std::map<std::string, std::uint64_t> kernels;  ///< number of launches by kernel name

  /// Adds the coverage of another process or of another part of a check.
  void merge(const Coverage& other);

  /// Returns the files of all programs.
  std::set<std::string> files() const;
};

/// Records the programs that a device executes, and all kernel launches, during its lifetime. Only one recorder may
/// exist at a time.
class CoverageRecorder {
 public:
  /// With a null device, records only kernels.
  explicit CoverageRecorder(gpu::Device* device);
  ~CoverageRecorder();
  CoverageRecorder(const CoverageRecorder&) = delete;
  CoverageRecorder& operator=(const CoverageRecorder&) = delete;

  /// Returns the coverage so far.
  Coverage coverage() const;

 private:
  gpu::Device* device_;
  std::map<const gpu::Program*, std::uint64_t> calls_;
  simt::LaunchCounter launches_;
};

}  // namespace texelsort::algorithms
