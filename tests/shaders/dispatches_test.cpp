// Executes every compute shader invocation by invocation with OpenGL's inputs. There must be no races, no divergent
// barriers, no reads of unwritten memory, no accesses outside and no more rounds than declared. The result must equal
// OpenGL's.
#include <algorithm>
#include <array>
#include <ostream>
#include <set>

#include <gtest/gtest.h>

#include "compute/gpu/compute_program.h"
#include "compute/gpu/shader_library.h"
#include "tests/shaders/scenarios.h"
#include "tests/support/gl.h"

namespace texelsort::tests {
namespace {

using spirv::Order;

constexpr std::array orders{Order{Order::Kind::ascending}, Order{Order::Kind::descending},
                            Order{Order::Kind::random, 7}};

/// Blocks in which a word's place depends on the order of atomics, because a counter in shared memory assigns the
/// places.
struct FreeBlocks {
  std::set<std::uint32_t> bindings;
  bool same_words = true;  ///< false: even the set of words depends on the order
};
const std::map<std::string, FreeBlocks> free_blocks{
    {"sample/randomized_scatter.comp", {{2, 3}}},  // keys of a bucket, where invocations share a counter
    {"selection/histogram.comp", {{4}, false}},    // candidates; those beyond a workgroup's share are dropped
};

/// Returns the words of a memory, with free blocks normalised so that the order of atomics does not matter.
std::vector<std::uint32_t> comparable_words(const spirv::Dispatch& dispatch, std::size_t memory,
                                            std::vector<std::uint32_t> words) {
  const auto free = free_blocks.find(dispatch.shader);
  if (free == free_blocks.end()) return words;
  for (const std::uint32_t binding : free->second.bindings) {
    const auto block = dispatch.blocks.find(binding);
    if (block == dispatch.blocks.end() || block->second.memory != memory) continue;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(block->second.offset / 4);
    const auto last = first + static_cast<std::ptrdiff_t>(block->second.size / 4);
    if (free->second.same_words) {
      std::sort(first, last);
    } else {
      std::fill(first, last, 0u);
    }
  }
  return words;
}

void expect_no_findings(const spirv::Watch::Seen& seen, bool compare) {
  for (const Order& order : orders) {
    const spirv::Outcome outcome = execute(module_of(seen.dispatch.source), seen.dispatch, order);
    for (const spirv::Finding& finding : outcome.findings)
      ADD_FAILURE() << seen.dispatch.shader << ": " << finding.text;
    if (!compare) continue;
    for (std::size_t memory = 0; memory < outcome.memories.size(); ++memory) {
      const auto own = comparable_words(seen.dispatch, memory, outcome.memories[memory]);
      const auto opengl = comparable_words(seen.dispatch, memory, seen.after[memory]);
      const auto [here, there] = std::ranges::mismatch(own, opengl);
      EXPECT_TRUE(here == own.end()) << seen.dispatch.shader << " makes " << *here << " of word " << here - own.begin()
                                     << " of memory " << memory << ", OpenGL " << *there;
    }
  }
}

class ComputeShaders : public ::testing::TestWithParam<Scenario> {};
INSTANTIATE_TEST_SUITE_P(All, ComputeShaders, ::testing::ValuesIn(scenarios()),
                         [](const auto& info) { return info.param.name; });

TEST_P(ComputeShaders, ObeyTheRulesAndGiveTheResultOfOpenGl) {
  TEXELSORT_NEED_GL();
  const auto& seen = watch(GetParam());
  ASSERT_FALSE(seen.empty());
  for (const spirv::Watch::Seen& one : seen) {
    expect_no_findings(one, GetParam().defines.empty());
    if (HasFailure()) break;
  }
}

struct ClockProbe : gpu::ComputeProgram<ClockProbe> {
  explicit ClockProbe(gpu::Device& device) : ComputeProgram(device, "common/clock_probe.comp") {}
  ClockProbe& rounds(std::uint64_t rounds) { return set("rounds", rounds); }
  ClockProbe& sink(const gpu::Buffer& buffer) { return bind(0, {.buffer = &buffer}); }
};

struct Copy : gpu::ComputeProgram<Copy> {
  explicit Copy(gpu::Device& device) : ComputeProgram(device, "common/copy.comp", {{"WORKGROUP", "32"}}) {}
  Copy& from(const gpu::Buffer& buffer) { return bind(0, {.buffer = &buffer}); }
  Copy& to(const gpu::Buffer& buffer) { return bind(1, {.buffer = &buffer}); }
};

/// Returns the dispatches of measurements, which are not part of any sort.
std::vector<spirv::Watch::Seen> watch_measuring() {
  spirv::Watch watch(*device());
  const gpu::Buffer from(1024, "from"), to(1024, "to");
  ClockProbe(*device()).rounds(100).sink(to).dispatch(1);
  Copy(*device()).from(from).to(to).dispatch(2);
  return watch.take();
}

TEST(ComputeShaderChecks, FindNoViolationInMeasurements) {
  TEXELSORT_NEED_GL();
  for (const spirv::Watch::Seen& seen : watch_measuring()) expect_no_findings(seen, true);
}

TEST(ComputeShaderChecks, ReachEveryComputeShader) {
  TEXELSORT_NEED_GL();
  std::set<std::string> reached, all;
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    if (shader.path.ends_with(".comp")) all.emplace(shader.path);
  }
  const auto reach = [&](const std::vector<spirv::Watch::Seen>& seen) {
    for (const spirv::Watch::Seen& one : seen) reached.insert(one.dispatch.shader);
  };
  for (const Scenario& scenario : scenarios()) reach(watch(scenario));
  reach(watch_measuring());
  all.erase("common/subgroup_probe.comp");  // the checker executes no subgroup operations
  for (const std::string& shader : all) EXPECT_TRUE(reached.contains(shader)) << shader;
}

}  // namespace
}  // namespace texelsort::tests
