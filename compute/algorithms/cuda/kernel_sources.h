#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::algorithms {

/// Text of a file of kernels.
struct KernelSource {
  std::string_view path;  ///< path below compute/, with forward slashes
  std::string_view text;
};

/// Returns all files, as they were at build time.
std::span<const KernelSource> kernel_sources();

/// Returns the names of all kernel launches.
std::set<std::string> kernel_launches();

/// Returns the file that launches a kernel of this name, then the kernel files that it includes. Empty for a library's
/// kernel.
std::vector<const KernelSource*> kernel_files(std::string_view launch);

}  // namespace texelsort::algorithms
