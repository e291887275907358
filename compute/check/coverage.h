#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "compute/gpu/device.h"
#include "compute/gpu/shader_library.h"
#include "compute/simt/launch_counter.h"

/// Coverage of checks: the shaders and kernels that the checks have executed.
namespace texelsort::algorithms {

/// Shader program together with the values of its preprocessor constants.
struct ProgramVariant {
  std::string shaders;  ///< paths of the program's shaders, such as "a.vert + b.frag"
  gpu::Defines defines;
  auto operator<=>(const ProgramVariant&) const = default;
};

struct ProgramCalls {
  std::set<std::string> files;  ///< paths of the program's shaders and of their includes
  std::uint64_t calls = 0;      ///< number of draws or dispatches that used the program
};

struct Coverage {
  std::map<ProgramVariant, ProgramCalls> programs;
  std::map<std::string, std::uint64_t> kernels;  ///< number of launches by kernel name

  /// Adds the coverage that another process or another part of a check has recorded.
  void merge(const Coverage& other);

  /// Returns the files of all programs that were executed.
  std::set<std::string> files() const;
};

/// Records which programs a device executes and which kernels are launched, as long as it exists. Only one recorder may
/// exist at a time.
class CoverageRecorder {
 public:
  /// Starts recording on a device. If `device` is null, records only kernels.
  explicit CoverageRecorder(gpu::Device* device);
  ~CoverageRecorder();
  CoverageRecorder(const CoverageRecorder&) = delete;
  CoverageRecorder& operator=(const CoverageRecorder&) = delete;

  Coverage coverage() const;

 private:
  gpu::Device* device_;
  std::map<const gpu::Program*, std::uint64_t> calls_;
  simt::LaunchCounter launches_;
};

}  // namespace texelsort::algorithms
