#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::algorithms {

/// The text of a file of kernels.
struct KernelSource {
  std::string_view path;  ///< below compute/, with forward slashes
  std::string_view text;
};

/// All of them, as they were at build time.
std::span<const KernelSource> kernel_sources();

/// The names of all launches of kernels.
std::set<std::string> kernel_launches();

/// The file that launches a kernel of this name, then the kernels' files that it includes; none for a library's.
std::vector<const KernelSource*> kernel_files(std::string_view launch);

}  // namespace texelsort::algorithms
