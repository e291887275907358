// Shaders that violate one rule each, and correct ones that look wrong. `//! KEY VALUES` lines of a shader limit how it
// is executed: `subgroup`, `groups`. In wrong/, `//: FAULT` marks the line of the finding, and `//: with` the other
// line of a race or of a divergent barrier.
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/spirv/dispatch.h"
#include "compute/spirv/module.h"
#include "compute/spirv/source.h"

namespace texelsort::spirv {
namespace {

constexpr std::array kinds{Schedule::Kind::ascending, Schedule::Kind::descending, Schedule::Kind::random,
                           Schedule::Kind::lock_step, Schedule::Kind::starving};

struct Shader {
  std::string text;
  Module module;
  std::vector<std::uint32_t> subgroup_sizes, groups{4};
  Fault fault = Fault::race;
  unsigned line = 0, other = 0;  ///< marked lines; 0 if there is none

  explicit Shader(const std::filesystem::path& path) : text(read(path)), module(compile(source_of(path, text))) {
    const std::map<std::string, Fault> faults{{"race", Fault::race},           {"divergence", Fault::divergence},
                                              {"unwritten", Fault::unwritten}, {"outside", Fault::outside},
                                              {"endless", Fault::endless},     {"progress", Fault::progress}};
    std::istringstream lines(text);
    unsigned number = 0;
    for (std::string each; std::getline(lines, each);) {
      ++number;
      std::string word;
      if (each.starts_with("//! ")) {
        std::istringstream words(each.substr(4));
        words >> word;
        auto& numbers = word == "groups" ? groups : subgroup_sizes;
        numbers.clear();
        for (std::uint32_t value = 0; words >> value;) numbers.push_back(value);
      }
      const auto mark = each.find("//: ");
      if (mark == std::string::npos) continue;
      word = each.substr(mark + 4);
      (word == "with" ? other : line) = number;
      if (word != "with") fault = faults.at(word);
    }
    if (other == 0 && (fault == Fault::race || fault == Fault::divergence)) other = line;
  }

  static std::string read(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static Source source_of(const std::filesystem::path& path, const std::string& text) {
    Source source{text, {"shader"}, Language::vulkan_glsl, "main"};
    if (path.extension() == ".hlsl") source.language = Language::hlsl;
    return source;
  }

  /// Executes four workgroups with 256 words per storage block and 64 by 4 texels per image.
  Outcome run(const Conditions& conditions) const {
    constexpr std::uint32_t size = 256, bytes = 4 * size;
    std::vector<Memory> memories(7, Memory(std::vector<std::uint32_t>(size)));
    Dispatch dispatch;
    dispatch.shader = "shader";
    for (Memory& memory : memories) dispatch.memories.push_back(&memory);
    for (std::uint32_t n = 0; n < 4; ++n) dispatch.blocks[{0, n}] = {n, 0, bytes};
    dispatch.blocks[{0, 10}] = {0, 0, bytes};  // the same words as block 0
    // An array of two uniform blocks.
    std::iota(memories[4].words().begin(), memories[4].words().end(), 1u);
    for (std::uint32_t n = 0; n < 2; ++n) dispatch.blocks[{0, 4 + n}] = {4, 16 * n, 16};
    dispatch.images["texels"] = {5, 0, 64, 4, 1};
    dispatch.images["line"] = {5, 0, size, 1, 1};
    dispatch.images["pixels"] = {6, 0, 64, 4, 1};
    const std::uint64_t address = Dispatch::address(3, 0);
    dispatch.push_constants.resize(24);
    std::memcpy(dispatch.push_constants.data(), &address, sizeof(address));
    dispatch.columns = groups.front();
    dispatch.rounds = 1000;
    return execute(module, dispatch, conditions);
  }

  /// Returns "shader:5", as findings name places. Empty for line 0.
  static std::string place(unsigned line) { return line == 0 ? "" : fmt::format("shader:{}", line); }
};

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(TEXELSORT_SOURCE_DIR "/tests/spirv/" + folder)) {
    names.push_back(file.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

/// Returns the name of a test's file as GoogleTest accepts it.
std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '.', '_');
  return name;
}

std::string text_of(const Outcome& outcome, const Conditions& conditions) {
  std::string text = fmt::format("{}, subgroups of {}:", name(conditions.schedule), conditions.subgroup_size);
  for (const Finding& finding : outcome.findings) text += "\n  " + finding.text;
  return text;
}

class WrongShader : public ::testing::TestWithParam<std::string> {};

TEST_P(WrongShader, IsReportedAtTheMarkedLines) {
  const Shader shader(std::filesystem::path(TEXELSORT_SOURCE_DIR "/tests/spirv/wrong") / GetParam());
  ASSERT_NE(shader.line, 0u) << "no line is marked";
  const std::string line = Shader::place(shader.line), other = Shader::place(shader.other);
  bool found = false;
  std::string all;
  for (const Schedule::Kind kind : kinds) {
    Conditions conditions{{kind, 1}};
    if (!shader.subgroup_sizes.empty()) conditions.subgroup_size = shader.subgroup_sizes.front();
    const Outcome outcome = shader.run(conditions);
    all += text_of(outcome, conditions) + '\n';
    for (const Finding& finding : outcome.findings) {
      const bool forward = finding.place == line && finding.other == other;
      // The order of the accesses depends on the schedule.
      const bool backward = finding.place == other && finding.other == line;
      EXPECT_TRUE(finding.fault == shader.fault && (forward || backward))
          << name(conditions.schedule) << ": " << finding.text;
      found |= forward;
    }
  }
  EXPECT_TRUE(found) << all;
}

INSTANTIATE_TEST_SUITE_P(All, WrongShader, ::testing::ValuesIn(names_in("wrong")), test_name);

class RightShader : public ::testing::TestWithParam<std::string> {};

TEST_P(RightShader, IsAcceptedUnderEachScheduleAndSubgroupSize) {
  const Shader shader(std::filesystem::path(TEXELSORT_SOURCE_DIR "/tests/spirv/right") / GetParam());
  std::vector<std::uint32_t> sizes = shader.subgroup_sizes;
  if (sizes.empty()) sizes = {4, 8, 16, 32, 64, 128};
  if (!shader.module.uses_subgroups() && shader.text.find("subgroup") == std::string::npos) sizes = {32};
  for (const std::uint32_t size : sizes) {
    for (const Schedule::Kind kind : kinds) {
      const Conditions conditions{{kind, 1}, size};
      const Outcome outcome = shader.run(conditions);
      EXPECT_TRUE(outcome.findings.empty()) << text_of(outcome, conditions);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RightShader, ::testing::ValuesIn(names_in("right")), test_name);

}  // namespace
}  // namespace texelsort::spirv
