#include "compute/gpu/foreign_shader.h"

#include <algorithm>

namespace texelsort::gpu {

std::string label(const ForeignShader& shader) {
  const std::string folder = shader.folder.generic_string();
  return folder + (folder.empty() || folder.ends_with('/') ? "" : "/") + shader.file;
}

std::string without_comments(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool block = rest.starts_with("/*");
    if (!block && !rest.starts_with("//")) {
      result += text[at++];
      continue;
    }
    const std::size_t found = text.find(block ? "*/" : "\n", at + (block ? 2 : 0));
    const std::size_t end = found == std::string_view::npos ? text.size() : found + (block ? 2 : 0);
    result += ' ';
    result.append(static_cast<std::size_t>(std::ranges::count(text.substr(at, end - at), '\n')), '\n');
    at = end;
  }
  return result;
}

}  // namespace texelsort::gpu
