#include "compute/gpu/shader_library.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/embedded_shaders.h"
#include "compute/gpu/loop_end.h"

namespace texelsort::gpu {
namespace {

std::optional<std::string_view> embedded(std::string_view path) {
  for (const EmbeddedShader& shader : embedded_shaders()) {
    if (shader.path == path) return shader.source;
  }
  return std::nullopt;
}

/// The path between quotes of an #include line, if it is one.
std::optional<std::string_view> included_path(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || !line.substr(start).starts_with("#include")) return std::nullopt;
  const std::size_t open = line.find('"', start);
  const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return line.substr(open + 1, close - open - 1);
}

}  // namespace

ShaderLibrary::ShaderLibrary(std::optional<std::filesystem::path> override_directory, bool ends_loops)
    : directory_(std::move(override_directory)), ends_loops_(ends_loops) {
  std::error_code ignored;
  if (directory_ && !std::filesystem::is_directory(*directory_, ignored)) {
    throw UsageError(fmt::format("shader directory '{}' does not exist", directory_->string()));
  }
}

bool ShaderLibrary::overridden(std::string_view path) const {
  return directory_ && std::filesystem::is_regular_file(*directory_ / path);
}

std::string ShaderLibrary::read(std::string_view path) const {
  if (overridden(path)) {
    std::ifstream file(*directory_ / path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
  }
  if (const auto source = embedded(path)) return std::string(*source);
  throw InternalError(fmt::format("no shader '{}'", path));
}

ShaderLibrary::Assembled ShaderLibrary::assemble(std::string_view path, std::string_view version,
                                                 const Defines& defines) const {
  Assembled result;
  result.text = fmt::format("#version {}\n", version);
  for (const auto& [name, value] : defines) result.text += fmt::format("#define {} {}\n", name, value);

  const auto append = [&](const auto& self, const std::string& file) -> void {
    const std::size_t number = result.files.size();
    result.files.push_back(file);
    result.text += fmt::format("#line 1 {}\n", number);
    std::istringstream lines(read(file));
    std::string line;
    for (int line_number = 1; std::getline(lines, line); ++line_number) {
      const auto include = included_path(line);
      if (!include) {
        result.text += line + '\n';
        continue;
      }
      const std::string wanted(*include);
      if (std::ranges::find(result.files, wanted) == result.files.end()) {
        if (!overridden(wanted) && !embedded(wanted)) {
          throw InternalError(fmt::format("{}:{}: no shader '{}' to include", file, line_number, wanted));
        }
        self(self, wanted);
      }
      result.text += fmt::format("#line {} {}\n", line_number + 1, number);
    }
  };
  append(append, std::string(path));
  if (ends_loops_) result.text = with_loops_ended(result.text);
  return result;
}

std::string readable_log(std::string_view log, const std::vector<std::string>& files) {
  // Mesa: "0:12(5): error: ..."; NVIDIA: "0(12) : error C1008: ...".
  static const std::regex place(R"(^(\d+)(?::(\d+)\(\d+\)|\((\d+)\) ?):\s*)");
  std::string result;
  std::istringstream lines{std::string(log)};
  std::string line;
  while (std::getline(lines, line)) {
    std::smatch match;
    if (std::regex_search(line, match, place)) {
      const std::size_t file = std::stoul(match[1]);
      const std::string number = match[2].matched ? match[2] : match[3];
      const std::string name = file < files.size() ? files[file] : match[1].str();
      line = fmt::format("{}:{}: {}", name, number, match.suffix().str());
    }
    if (!line.empty()) result += line + '\n';
  }
  while (!result.empty() && (std::isspace(static_cast<unsigned char>(result.back())) || result.back() == '\0')) {
    result.pop_back();
  }
  return result;
}

}  // namespace texelsort::gpu
