#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::algorithms {

/// A source file with CUDA kernels.
struct KernelSource {
  std::string_view path;  ///< path of the source file relative to compute/, with forward slashes
  std::string_view text;
};

/// Returns all source files with kernels, as they were at build time.
std::span<const KernelSource> kernel_sources();

/// Returns the names of all functions that launch kernels.
std::set<std::string> kernel_launches();

/// Returns the file that launches the kernel with this name, followed by the kernel files that it includes. Returns an
/// empty list for kernels of a library.
std::vector<const KernelSource*> kernel_files(std::string_view launch);

}  // namespace texelsort::algorithms
