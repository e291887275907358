// Tests that every barrier of every compute shader is needed and checked. Without the barrier, execution on the CPU
// must find a fault. If only some invocations reach the barrier, it must report that.
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "compute/gpu/shader_library.h"
#include "tests/shaders/barrier_calls.h"
#include "tests/shaders/scenarios.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::tests {
namespace {

using spirv::Fault;
using spirv::Finding;
using spirv::Schedule;

/// Barriers that GLSL does not require, each with the reason why the shaders have it.
const std::map<std::string, std::string> unneeded{
    {"common/invocation.glsl:20 memoryBarrierShared()",
     "barrier() orders shared memory by itself; NVIDIA's compiler moves reads to behind it all the same"},
    {"sample/randomized_quicksort.comp:178 barrier_after_reads()",
     "a bare barrier() follows on every way, behind which NVIDIA's compiler would move the reads of the part"},
};

/// A scenario that executes a shader file, and the number of instructions that it needs.
struct User {
  const Scenario* scenario = nullptr;
  std::uint64_t instructions = 0;
};

/// Scenarios for each shader file that they execute, those with the fewest instructions first.
const std::map<std::string, std::vector<User>>& users() {
  static const std::map<std::string, std::vector<User>> all = [] {
    std::map<std::string, std::vector<User>> made;
    for (const Scenario& scenario : scenarios()) {
      const Report report = run(scenario, {});
      for (const std::string& file : report.files) made[file].push_back({&scenario, report.instructions});
    }
    for (auto& [file, scenarios] : made) std::ranges::sort(scenarios, {}, &User::instructions);
    return made;
  }();
  return all;
}

/// Replaces the text of a shader file, and runs all scenarios that use the file. Returns the first finding that is one
/// of `faults`.
std::optional<Finding> find_fault(const std::string& file, const std::string& text, const std::set<Fault>& faults) {
  const TemporaryFolder folder;
  folder.write(file, text);
  const auto using_it = users().find(file);
  if (using_it == users().end()) return std::nullopt;
  for (const User& user : using_it->second) {
    for (const Schedule& schedule : {Schedule{}, Schedule{Schedule::Kind::random, 5}}) {
      const Report report = run(*user.scenario, schedule, folder.path(), true);
      const auto found =
          std::ranges::find_if(report.findings, [&](const Finding& one) { return faults.contains(one.fault); });
      if (found != report.findings.end()) return *found;
    }
  }
  return std::nullopt;
}

/// Calls `test(file, text, call)` for each barrier of each file of compute shaders.
template <typename Test>
void for_each_barrier(const Test& test) {
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    if (!shader.path.ends_with(".comp") && !shader.path.ends_with(".glsl")) continue;
    const std::string head = "#line 1 0\n", path(shader.path), text(shader.source);
    for (BarrierCall call : barrier_calls({head + text, {path}})) {
      call.at -= head.size();
      test(path, text, call);
    }
  }
}

std::string changed(std::string text, const BarrierCall& call, const std::string& replacement) {
  return text.replace(call.at, call.size, replacement);
}

TEST(BarrierMutations, AreDetectedIfABarrierIsDeleted) {
  TEXELSORT_NEED_GL();
  std::set<std::string> seen;
  for_each_barrier([&](const std::string& file, const std::string& text, const BarrierCall& call) {
    seen.insert(call.key());
    const auto finding = find_fault(file, changed(text, call, "0u"), {Fault::race, Fault::unwritten});
    std::cout << call.key() << " deleted: " << (finding ? finding->text : "no finding") << std::endl;
    EXPECT_NE(finding.has_value(), unneeded.contains(call.key())) << call.key();
  });
  for (const auto& [call, reason] : unneeded) EXPECT_TRUE(seen.contains(call)) << call;
}

TEST(BarrierMutations, AreDetectedIfABarrierIsDivergent) {
  TEXELSORT_NEED_GL();
  for_each_barrier([&](const std::string& file, const std::string& text, const BarrierCall& call) {
    if (!call.meets) return;
    const std::string some = "if (gl_LocalInvocationID.x != 1u) " + call.text;
    const auto finding = find_fault(file, changed(text, call, some), {Fault::divergence});
    ASSERT_TRUE(finding.has_value()) << call.key();
    // For a barrier that is a macro's parameter, the finding names the line that uses the macro.
    if (call.text == "wait") return;
    EXPECT_NE(finding->text.find(call.place), std::string::npos) << call.key() << ": " << finding->text;
  });
}

}  // namespace
}  // namespace texelsort::tests
