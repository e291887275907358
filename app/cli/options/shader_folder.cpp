#include "app/cli/options/shader_folder.h"

#include <algorithm>
#include <filesystem>

#include <fmt/ranges.h>

#include "app/problem/messages.h"
#include "compute/data/error.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

namespace {

constexpr auto expected_files = "expected files such as networks/step.comp";

/// Returns a shortened list of names, for example "a, b, c and 4 more".
std::string shortened(const std::vector<std::string>& names, std::size_t most) {
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more",
                     fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(most), ", "),
                     names.size() - most);
}

std::string unused_files(const gpu::ShaderSurvey& survey) {
  std::vector<std::string> words;
  auto unused = survey.unused;
  std::ranges::stable_partition(unused, [](const auto& one) { return !one.resembles.empty(); });
  for (const auto& [file, resembles] : unused) {
    words.push_back(resembles.empty() ? file : fmt::format("{} resembles {}", file, resembles));
  }
  return shortened(words, 3);
}

/// Returns a hint such as ", did you mean the folder 'shaders'?" if files would replace shaders in another folder.
/// Otherwise returns an empty string.
std::string better_folder(const ShaderFolder& folder) {
  const auto& [file, shader] = folder.survey.unused.front();
  std::filesystem::path better;
  std::error_code ignored;
  if (file.ends_with("/" + shader)) {
    better = folder.path / file.substr(0, file.size() - shader.size() - 1);
  } else if ((std::filesystem::canonical(folder.path, ignored).filename() / file).generic_string() == shader) {
    better = folder.path / "..";
  } else {
    return "";
  }
  return fmt::format(", did you mean the folder '{}'?", better.lexically_normal().string());
}

std::string no_shader_replaced(const ShaderFolder& folder) {
  const gpu::ShaderSurvey& survey = folder.survey;
  const std::string start = folder.asked + ": no file in this folder replaces a built-in shader";
  if (!survey.unused.empty()) {
    const bool any = std::ranges::any_of(survey.unused, [](const auto& one) { return !one.resembles.empty(); });
    if (any) return fmt::format("{}: {}{}", start, unused_files(survey), better_folder(folder));
    return fmt::format("{}: found {}; {}", start, unused_files(survey), expected_files);
  }
  if (survey.others.empty()) return fmt::format("{}: found no files; {}", start, expected_files);
  return fmt::format("{}: found {}; {}", start, shortened(survey.others, 3), expected_files);
}

}  // namespace

std::optional<ShaderFolder> open_shader_folder(const std::optional<std::string>& option) {
  const auto folder = option ? std::optional(std::filesystem::path(*option)) : gpu::chosen_shader_directory();
  if (!folder) return std::nullopt;
  const std::string asked = (option ? "--shader-dir " : "TEXELSORT_SHADER_DIR=") + folder->string();
  std::error_code ignored;
  if (!std::filesystem::is_directory(*folder, ignored)) {
    const bool exists = std::filesystem::exists(*folder, ignored);
    throw UsageError(
        fmt::format("{}: {}; {}", asked, exists ? "not a directory" : "no such directory", expected_files));
  }
  return ShaderFolder{*folder, asked, gpu::survey_shaders(*folder)};
}

void require_replaced_shaders(const ShaderFolder& folder) {
  if (folder.survey.replaced.empty()) throw UsageError(no_shader_replaced(folder));
}

void say_replaced_shaders(const ShaderFolder& folder) {
  const gpu::ShaderSurvey& survey = folder.survey;
  if (survey.replaced.empty()) {
    return survey.unused.empty() ? say_note(no_shader_replaced(folder)) : say_warning(no_shader_replaced(folder));
  }
  say_note("shaders replaced: " + shortened(survey.replaced, 5));
  if (survey.unused.empty()) return;
  const std::size_t count = survey.unused.size();
  say_warning(fmt::format("{}: {} no built-in shader: {}", folder.asked,
                          count == 1 ? "1 file replaces" : fmt::format("{} files replace", count),
                          unused_files(survey)));
}

}  // namespace texelsort::app
