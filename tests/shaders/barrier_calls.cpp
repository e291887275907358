#include "tests/shaders/barrier_calls.h"

#include <cstdio>
#include <regex>

#include <fmt/format.h>

namespace texelsort::tests {

std::vector<BarrierCall> barrier_calls(const gpu::ShaderLibrary::Assembled& source) {
  static const std::regex call(
      R"(\b(?:barrier|barrier_after_reads|finish_writes|memoryBarrier\w*|groupMemoryBarrier)\(\)|\bwait(?=;))");
  std::vector<BarrierCall> calls;
  unsigned line = 0, file = 0;
  for (std::size_t begin = 0; begin < source.text.size();) {
    const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
    std::string text = source.text.substr(begin, end - begin);
    if (std::sscanf(text.c_str(), "#line %u %u", &line, &file) == 2) {
      begin = end + 1;
      continue;
    }
    text.resize(std::min(text.find("//"), text.size()));
    const bool defines = text.starts_with("void ");
    const std::size_t body = defines ? std::min(text.find('{'), text.size()) : 0;
    for (std::sregex_iterator match(text.begin(), text.end(), call), none; match != none; ++match) {
      const auto at = static_cast<std::size_t>(match->position());
      if (at < body) continue;
      const std::string found = match->str();
      const bool memory = found.starts_with("memory") || found.starts_with("group");
      calls.push_back({begin + at, found.size(), found, fmt::format("{}:{}", source.files.at(file), line), !memory});
    }
    ++line;
    begin = end + 1;
  }
  return calls;
}

}  // namespace texelsort::tests
