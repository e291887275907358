#include "compute/gpu/shader_library.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <sys/stat.h>

#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/text/nearest.h"

namespace texelsort::gpu {
namespace {

std::optional<std::string_view> embedded(std::string_view path) {
  for (const EmbeddedShader& shader : embedded_shaders()) {
    if (shader.path == path) return shader.source;
  }
  return std::nullopt;
}

/// Returns the quoted path of an #include line. Null for other lines.
std::optional<std::string_view> included_path(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || !line.substr(start).starts_with("#include")) return std::nullopt;
  const std::size_t open = line.find('"', start);
  const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return line.substr(open + 1, close - open - 1);
}

/// Returns the text of a file. Null if it is not a regular file, is too long for a shader, or cannot be read.
std::optional<std::string> shader_text(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  try {
    return data::read_document(path.string());
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

/// Returns the paths that files of a directory include, directly or indirectly.
std::set<std::string> included_files(const std::filesystem::path& directory, const std::vector<std::string>& files) {
  std::set<std::string> found;
  std::vector<std::string> unread = files;
  while (!unread.empty()) {
    const std::filesystem::path path = directory / unread.back();
    unread.pop_back();
    std::istringstream file(shader_text(path).value_or(""));
    for (std::string line; std::getline(file, line);) {
      const auto include = included_path(line);
      if (include && found.emplace(*include).second) unread.emplace_back(*include);
    }
  }
  return found;
}

/// Returns the shader with the same file name, or the one with the nearest path. `folder` is the name of the folder
/// that contains the file.
std::string resembled(const std::filesystem::path& file, const std::filesystem::path& folder) {
  if (const std::string whole = (folder / file).generic_string(); embedded(whole)) return whole;
  std::vector<std::string> same_name, all;
  for (const EmbeddedShader& shader : embedded_shaders()) {
    all.emplace_back(shader.path);
    if (std::filesystem::path(shader.path).filename() == file.filename()) same_name.emplace_back(shader.path);
  }
  const std::string near = data::nearest(file.generic_string(), same_name.empty() ? all : same_name);
  return near.empty() && !same_name.empty() ? same_name.front() : near;
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

std::string text(const ShaderMessage& message) {
  if (message.file.empty()) return message.text;
  if (message.line == 0) return fmt::format("{}: {}", message.file, message.text);
  return fmt::format("{}:{}: {}", message.file, message.line, message.text);
}

ShaderError::ShaderError(const std::string& what, std::vector<ShaderMessage> messages)
    : InternalError(what), messages_(std::move(messages)) {}

ShaderLibrary::ShaderLibrary(std::optional<std::filesystem::path> override_directory, bool ends_loops)
    : directory_(std::move(override_directory)), ends_loops_(ends_loops) {
  std::error_code ignored;
  if (directory_ && !std::filesystem::is_directory(*directory_, ignored)) {
    throw UsageError(fmt::format("shader directory '{}' does not exist", directory_->string()));
  }
}

bool ShaderLibrary::overridden(std::string_view path) const {
  if (!directory_) return false;
  looked_for_.emplace(path);
  std::error_code ignored;
  return std::filesystem::is_regular_file(*directory_ / path, ignored);
}

std::optional<ShaderStamp::File> stamp_of(const std::filesystem::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return ShaderStamp::File{found.st_ino, static_cast<std::uint64_t>(found.st_size), nanoseconds(found.st_mtim),
                           nanoseconds(found.st_ctim)};
}

ShaderStamp ShaderLibrary::stamp() const {
  ShaderStamp result;
  std::error_code ignored;
  if (!directory_) return result;
  result.vanished = !std::filesystem::is_directory(*directory_, ignored);
  for (const std::string& path : looked_for_) {
    if (const auto found = stamp_of(*directory_ / path)) result.files[path] = *found;
  }
  return result;
}

std::vector<std::string> ShaderLibrary::replaced() const {
  std::vector<std::string> result;
  std::error_code ignored;
  for (const EmbeddedShader& shader : embedded_shaders()) {
    if (directory_ && std::filesystem::is_regular_file(*directory_ / shader.path, ignored))
      result.emplace_back(shader.path);
  }
  std::ranges::sort(result);
  return result;
}

std::string ShaderLibrary::read(std::string_view path) const {
  if (overridden(path)) {
    if (auto contents = shader_text(*directory_ / path)) return *std::move(contents);
    const ShaderMessage message{std::string(path), 0, "cannot be read"};
    throw ShaderError(text(message), {message});
  }
  if (const auto source = embedded(path)) return std::string(*source);
  throw InternalError(fmt::format("no shader '{}'", path));
}

ShaderLibrary::Assembled ShaderLibrary::assemble(std::string_view path, std::string_view version,
                                                 const Defines& defines) const {
  Assembled result;
  result.text = fmt::format("#version {}\n{}", version, dialect().head);
  for (const auto& [name, value] : defines) result.text += fmt::format("#define {} {}\n", name, value);

  const auto append = [&](const auto& self, const std::string& file) -> void {
    const std::size_t number = result.files.size();
    result.files.push_back(file);
    result.text += fmt::format("#line 1 {}\n", number);
    std::istringstream lines(read(file));
    std::string line;
    bool has_included = false;
    for (std::uint32_t line_number = 1; std::getline(lines, line); ++line_number) {
      const auto include = included_path(line);
      if (!include) {
        result.text += line + '\n';
        // A compiler ignores the #line directives of an include in a part that it skips.
        const bool ends_part = line.starts_with("#endif") || line.starts_with("#else") || line.starts_with("#elif");
        if (has_included && ends_part) result.text += fmt::format("#line {} {}\n", line_number + 1, number);
        continue;
      }
      has_included = true;
      const std::string wanted(*include);
      if (std::ranges::find(result.files, wanted) == result.files.end()) {
        if (!overridden(wanted) && !embedded(wanted)) {
          const ShaderMessage message{file, line_number, fmt::format("no shader '{}' to include", wanted)};
          throw ShaderError(text(message), {message});
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

ShaderSurvey survey_shaders(const std::filesystem::path& directory) {
  constexpr std::array endings{".frag", ".vert", ".comp", ".glsl"};
  constexpr int deepest = 3;
  ShaderSurvey result;
  std::error_code failed;
  if (!std::filesystem::is_directory(directory, failed)) return result;
  result.replaced = ShaderLibrary(directory).replaced();
  const std::set<std::string> included = included_files(directory, result.replaced);
  const std::filesystem::path folder = std::filesystem::canonical(directory, failed).filename();
  using Iterator = std::filesystem::recursive_directory_iterator;
  for (Iterator at(directory, std::filesystem::directory_options::skip_permission_denied, failed), end;
       !failed && at != end; at.increment(failed)) {
    std::error_code ignored;
    if (at.depth() == deepest) at.disable_recursion_pending();
    if (!at->is_regular_file(ignored)) continue;
    const std::filesystem::path file = at->path().lexically_relative(directory);
    const std::string name = file.generic_string();
    if (std::ranges::find(endings, file.extension()) == endings.end()) {
      result.others.push_back(name);
    } else if (std::ranges::find(result.replaced, name) == result.replaced.end() && !included.contains(name)) {
      result.unused.push_back({name, resembled(file, folder)});
    }
  }
  std::ranges::sort(result.unused, {}, &ShaderSurvey::Unused::file);
  std::ranges::sort(result.others);
  return result;
}

std::vector<ShaderMessage> log_messages(std::string_view log, const std::vector<std::string>& files) {
  // Mesa: "0:12(5): error: ..."; NVIDIA: "0(12) : error C1008: ..."; ANGLE: "ERROR: 0:12: ...".
  static const std::regex place(R"(^(?:ERROR: |WARNING: )?(\d+)(?::(\d+)(?:\(\d+\))?|\((\d+)\) ?):\s*)");
  std::vector<ShaderMessage> result;
  std::istringstream lines{std::string(log)};
  std::string line;
  while (std::getline(lines, line)) {
    while (!line.empty() && (std::isspace(static_cast<unsigned char>(line.back())) || line.back() == '\0')) {
      line.pop_back();
    }
    if (line.empty()) continue;
    std::smatch match;
    if (!std::regex_search(line, match, place)) {
      result.push_back({"", 0, line});
      continue;
    }
    const std::size_t file = std::stoul(match[1]);
    result.push_back({file < files.size() ? files[file] : match[1].str(),
                      static_cast<std::uint32_t>(std::stoul(match[2].matched ? match[2] : match[3])), match.suffix()});
  }
  return result;
}

std::string readable_log(std::string_view log, const std::vector<std::string>& files) {
  std::string result;
  for (const ShaderMessage& message : log_messages(log, files)) {
    result += (result.empty() ? "" : "\n") + text(message);
  }
  return result;
}

}  // namespace texelsort::gpu
