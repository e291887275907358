#include "compute/algorithms/cuda/kernel_sources.h"

#include <algorithm>

#include <fmt/format.h>

namespace texelsort::algorithms {

namespace {

/// Adds to the list of kernel files those that `text` includes and that the list does not yet contain.
void add_includes(std::string_view text, std::vector<const KernelSource*>& files) {
  for (const KernelSource& source : kernel_sources()) {
    if (text.find(fmt::format("#include \"compute/{}\"", source.path)) == std::string_view::npos) continue;
    if (std::ranges::find(files, &source) == files.end()) files.push_back(&source);
  }
}

}  // namespace

std::set<std::string> kernel_launches() {
  constexpr std::string_view call = "cuda::launch(\"";
  std::set<std::string> names;
  for (const KernelSource& source : kernel_sources()) {
    for (auto at = source.text.find(call); at != std::string_view::npos; at = source.text.find(call, at)) {
      at += call.size();
      names.emplace(source.text.substr(at, source.text.find('"', at) - at));
    }
  }
  return names;
}

std::vector<const KernelSource*> kernel_files(std::string_view launch) {
  const std::string call = fmt::format("cuda::launch(\"{}\"", launch);
  std::vector<const KernelSource*> files;
  for (const KernelSource& source : kernel_sources()) {
    if (source.text.find(call) == std::string_view::npos) continue;
    files.push_back(&source);
    break;
  }
  for (std::size_t i = 0; i < files.size(); ++i) add_includes(files[i]->text, files);
  return files;
}

}  // namespace texelsort::algorithms
