// Executes every compute shader invocation by invocation, in every order. Shaders must have no races, no divergent
// barriers, no reads of unwritten memory and no accesses outside of arrays. They must not exceed their declared loop
// rounds, and every claim must hold.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "compute/check/run_check.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/shader_library.h"
#include "tests/shaders/scenarios.h"
#include "tests/support/gl.h"

namespace texelsort::tests {
namespace {

class ComputeShaders : public ::testing::TestWithParam<Scenario> {};
INSTANTIATE_TEST_SUITE_P(All, ComputeShaders, ::testing::ValuesIn(scenarios()),
                         [](const auto& info) { return info.param.name; });

void expect_good(const Report& report, const std::string& conditions) {
  for (const spirv::Finding& finding : report.findings) ADD_FAILURE() << conditions << ": " << finding.text;
  EXPECT_EQ(report.failure, "") << conditions;
}

TEST_P(ComputeShaders, FollowTheRulesAndKeepEveryClaimInEveryOrder) {
  TEXELSORT_NEED_GL();
  for (const spirv::Schedule& schedule : algorithms::all_schedules()) {
    expect_good(run(GetParam(), schedule), name(schedule));
    if (HasFailure()) return;
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

TEST(ShadersOfMeasurements, FollowTheRules) {
  const auto device =
      gpu::Device::headless({.shaders_on_cpu = std::make_shared<gpu::ShaderExecution>(), .without_context = true});
  const gpu::Buffer from(*device, 1024, "from"), to(*device, 1024, "to");
  EXPECT_NO_THROW(ClockProbe(*device).rounds(100).sink(to).dispatch(1));
  EXPECT_NO_THROW(Copy(*device).from(from).to(to).dispatch(2));
}

TEST(ShaderScenarios, ReachEveryComputeShader) {
  TEXELSORT_NEED_GL();
  std::set<std::string> reached, all;
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    if (shader.path.ends_with(".comp")) all.emplace(shader.path);
  }
  for (const Scenario& scenario : scenarios()) reached.merge(run(scenario, {}).shaders);
  for (const char* const measuring : {"common/clock_probe.comp", "common/copy.comp", "common/subgroup_probe.comp"}) {
    all.erase(measuring);
  }
  for (const std::string& shader : all) EXPECT_TRUE(reached.contains(shader)) << shader;
}

}  // namespace
}  // namespace texelsort::tests
