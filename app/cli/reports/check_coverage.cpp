#include <set>

#include <fmt/format.h>

#include "app/cli/reports/check_report.h"
#include "compute/algorithms/cuda/kernel_sources.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::app {

namespace {

using algorithms::Coverage;
using nlohmann::ordered_json;

/// Returns macro definitions as "NAME=VALUE NAME=VALUE", with long values shortened.
std::string short_form(const gpu::Defines& defines) {
  constexpr std::size_t most = 24;
  std::string text;
  for (const auto& [name, value] : defines) {
    text += fmt::format(" {}={}", name, value.size() <= most ? value : value.substr(0, most) + "...");
  }
  return text.empty() ? " no constants" : text;
}

std::string list_text(const std::string& title, const std::set<std::string>& names) {
  std::string text = fmt::format("{}: {}\n", title, names.size());
  for (const std::string& name : names) text += fmt::format("  {}\n", name);
  return text;
}

std::string programs_text(const Coverage& coverage) {
  std::string text =
      fmt::format("Variants of programs that ran, with draws or dispatches: {}\n", coverage.programs.size());
  std::string shaders;
  for (const auto& [variant, program] : coverage.programs) {
    if (variant.shaders != shaders) text += fmt::format("  {}\n", variant.shaders);
    shaders = variant.shaders;
    text += fmt::format("    {:>8} {}\n", program.calls, short_form(variant.defines));
  }
  return text;
}

std::string kernels_text(const Coverage& coverage) {
  std::string text = fmt::format("Kernels that ran, with launches: {}\n", coverage.kernels.size());
  for (const auto& [kernel, launches] : coverage.kernels) text += fmt::format("    {:>8}  {}\n", launches, kernel);
  return text;
}

}  // namespace

std::string coverage_text(const Coverage& coverage) {
  const std::set<std::string> ran = coverage.files();
  std::set<std::string> unused_files, unused_kernels = algorithms::kernel_launches();
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    if (std::string path(shader.path); !ran.contains(path)) unused_files.insert(std::move(path));
  }
  for (const auto& [kernel, launches] : coverage.kernels) unused_kernels.erase(kernel);
  return list_text("Shader files that ran", ran) + list_text("Shader files that did not run", unused_files) +
         programs_text(coverage) + kernels_text(coverage) + list_text("Kernels that did not run", unused_kernels);
}

ordered_json coverage_json(const Coverage& coverage) {
  ordered_json programs = ordered_json::array();
  for (const auto& [variant, program] : coverage.programs) {
    programs.push_back({{"shaders", variant.shaders},
                        {"defines", variant.defines},
                        {"files", program.files},
                        {"calls", program.calls}});
  }
  ordered_json kernels = ordered_json::array();
  for (const auto& [kernel, launches] : coverage.kernels) kernels.push_back({{"name", kernel}, {"launches", launches}});
  return {{"programs", std::move(programs)}, {"kernels", std::move(kernels)}};
}

Coverage coverage_of(const ordered_json& text) {
  Coverage coverage;
  for (const ordered_json& kernel : text.at("kernels")) {
    coverage.kernels[kernel.at("name").get<std::string>()] = kernel.at("launches").get<std::uint64_t>();
  }
  for (const ordered_json& program : text.at("programs")) {
    coverage.programs[{program.at("shaders").get<std::string>(), program.at("defines").get<gpu::Defines>()}] = {
        program.at("files").get<std::set<std::string>>(), program.at("calls").get<std::uint64_t>()};
  }
  return coverage;
}

}  // namespace texelsort::app
