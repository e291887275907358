// Every barrier of every compute shader, taken away: the checker must find what goes wrong then. Every barrier where
// only some invocations reach it: the checker must say so.
#include <algorithm>
#include <iostream>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "compute/gpu/embedded_shaders.h"
#include "tests/shaders/barrier_calls.h"
#include "tests/shaders/scenarios.h"
#include "tests/support/gl.h"

namespace texelsort::tests {
namespace {

using spirv::Fault;
using spirv::Finding;
using spirv::Order;

/// What the language does not need and is there all the same, and why.
const std::map<std::string, std::string> unneeded{
    {"common/invocation.glsl:20 memoryBarrierShared()",
     "barrier() orders shared memory by itself; NVIDIA's compiler moves reads to behind it all the same"},
    {"sample/randomized_quicksort.comp:178 barrier_after_reads()",
     "a bare barrier() follows on every way, behind which NVIDIA's compiler would move the reads of the part"},
};

/// What stands where SUBGROUPS is defined: the checker executes no operations of subgroups. Devices that have them do,
/// in the same checks of passes.
const std::set<std::string> of_subgroups{"common/workgroup_scan.glsl:9 barrier()",
                                         "common/workgroup_scan.glsl:17 barrier_after_reads()",
                                         "radix/rank_subgroups.glsl:22 barrier()"};

/// Dispatches by the source that they execute.
using Programs = std::map<std::string, std::vector<spirv::Dispatch>>;

Programs programs() {
  Programs all;
  for (const Scenario& scenario : scenarios()) {
    for (spirv::Watch::Seen& seen : watch(scenario)) {
      all[seen.dispatch.source.text].push_back(std::move(seen.dispatch));
    }
  }
  return all;
}

/// The first finding of the kind that is looked for in dispatches of a program with another source.
template <typename IsCaught>
std::optional<Finding> find_fault(const spirv::Module& mutant, const std::vector<spirv::Dispatch>& dispatches,
                                  const IsCaught& is_caught) {
  for (const spirv::Dispatch& dispatch : dispatches) {
    for (const Order order : {Order{}, Order{Order::Kind::random, 5}}) {
      const spirv::Outcome outcome = execute(mutant, dispatch, order);
      const auto found = std::ranges::find_if(outcome.findings, is_caught);
      if (found != outcome.findings.end()) return *found;
    }
  }
  return std::nullopt;
}

/// What became of one barrier in the shaders that have it.
struct Fate {
  std::set<std::string> shaders, caught_in;
  std::string finding;  ///< the first
};

/// Each call by its key, tried in every shader that executes it. `text_for(call)` is what stands in its place, nothing
/// to leave it alone; `is_caught(finding)` whether a finding is the one to expect.
template <typename TextFor, typename IsCaught>
std::map<std::string, Fate> mutate(const TextFor& text_for, const IsCaught& is_caught) {
  std::map<std::string, Fate> fates;
  for (const auto& [text, dispatches] : programs()) {
    const spirv::Dispatch& first = dispatches.front();
    for (const BarrierCall& call : barrier_calls(first.source)) {
      const auto known = fates.find(call.key());
      if (known != fates.end() && known->second.caught_in.contains(first.shader)) continue;
      const spirv::Module without(spirv::compile(replaced(first.source, call, "0u")));
      if (without.code().size() == module_of(first.source).code().size()) continue;  // not in this program
      Fate& fate = fates[call.key()];
      const std::optional<std::string> other = text_for(call);
      if (!other) continue;
      fate.shaders.insert(first.shader);
      const spirv::Module mutant(spirv::compile(replaced(first.source, call, *other)));
      const auto finding = find_fault(mutant, dispatches, is_caught);
      if (!finding) continue;
      fate.caught_in.insert(first.shader);
      if (fate.finding.empty()) fate.finding = finding->text;
    }
  }
  return fates;
}

TEST(BarrierMutations, EveryDeletedBarrierIsFound) {
  TEXELSORT_NEED_GL();
  const auto fates =
      mutate([](const BarrierCall&) { return std::optional<std::string>("0u"); },
             [](const Finding& finding) { return finding.fault == Fault::race || finding.fault == Fault::unwritten; });
  for (const auto& [call, fate] : fates) {
    std::cout << call << " deleted: caught in " << fate.caught_in.size() << " of " << fate.shaders.size() << ". "
              << fate.finding << '\n';
    EXPECT_EQ(fate.caught_in.empty(), unneeded.contains(call)) << call << ' ' << fate.finding;
  }
  for (const auto& [call, reason] : unneeded) EXPECT_TRUE(fates.contains(call)) << call;
  // All that the files have.
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    if (!shader.path.ends_with(".comp") && !shader.path.ends_with(".glsl")) continue;
    const gpu::ShaderLibrary::Assembled file{"#line 1 0\n" + std::string(shader.source), {std::string(shader.path)}};
    for (const BarrierCall& call : barrier_calls(file)) {
      EXPECT_NE(fates.contains(call.key()), of_subgroups.contains(call.key())) << call.key();
    }
  }
}

TEST(BarrierMutations, EveryDivergentBarrierIsFound) {
  TEXELSORT_NEED_GL();
  const auto fates = mutate(
      [](const BarrierCall& call) {
        return call.meets ? std::optional("if (gl_LocalInvocationID.x != 1u) " + call.text) : std::nullopt;
      },
      [](const Finding& finding) { return finding.fault == Fault::divergence; });
  for (const auto& [call, fate] : fates) {
    if (fate.shaders.empty()) continue;
    std::cout << call << " divergent: found in " << fate.caught_in.size() << " of " << fate.shaders.size() << ". "
              << fate.finding << '\n';
    EXPECT_FALSE(fate.caught_in.empty()) << call;
    // A macro's parameter has the line where the macro stands.
    const std::string place = call.substr(0, call.find(' '));
    if (call.ends_with("wait")) continue;
    EXPECT_NE(fate.finding.find(place), std::string::npos) << call << ": " << fate.finding;
  }
}

}  // namespace
}  // namespace texelsort::tests
