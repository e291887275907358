#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "compute/gpu/device.h"
#include "compute/gpu/shader_library.h"
#include "compute/simt/launch_counter.h"

/// Which shaders and kernels checks have executed.
namespace texelsort::algorithms {

/// A program of shaders with its constants.
struct ProgramVariant {
  std::string shaders;  ///< "a.vert + b.frag"
  gpu::Defines defines;
  auto operator<=>(const ProgramVariant&) const = default;
};

struct ProgramCalls {
  std::set<std::string> files;  ///< the shaders and what they include
  std::uint64_t calls = 0;      ///< draws or dispatches
};

struct Coverage {
  std::map<ProgramVariant, ProgramCalls> programs;
  std::map<std::string, std::uint64_t> kernels;  ///< launches by the kernel's name

  /// Adds what another process or another part of a check has executed.
  void merge(const Coverage& other);

  /// Files of all programs.
  std::set<std::string> files() const;
};

/// Records what a device and all kernels execute while it exists. There is one at a time.
class CoverageRecorder {
 public:
  /// Null: only kernels.
  explicit CoverageRecorder(gpu::Device* device);
  ~CoverageRecorder();
  CoverageRecorder(const CoverageRecorder&) = delete;
  CoverageRecorder& operator=(const CoverageRecorder&) = delete;

  /// What has been executed so far.
  Coverage coverage() const;

 private:
  gpu::Device* device_;
  std::map<const gpu::Program*, std::uint64_t> calls_;
  simt::LaunchCounter launches_;
};

}  // namespace texelsort::algorithms
