// Deletes every barrier of every compute shader: the checker must find the resulting fault. Lets only some invocations
// reach every barrier: the checker must report it.
#include <algorithm>
#include <iostream>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "compute/gpu/shader_library.h"
#include "tests/shaders/barrier_calls.h"
#include "tests/shaders/scenarios.h"
#include "tests/support/gl.h"

namespace texelsort::tests {
namespace {

using spirv::Fault;
using spirv::Finding;
using spirv::Order;

/// Barriers that the language does not require but the shaders have, and the reasons.
const std::map<std::string, std::string> unneeded{
    {"common/invocation.glsl:20 memoryBarrierShared()",
     "barrier() orders shared memory by itself; NVIDIA's compiler moves reads to behind it all the same"},
    {"sample/randomized_quicksort.comp:178 barrier_after_reads()",
     "a bare barrier() follows on every way, behind which NVIDIA's compiler would move the reads of the part"},
};

/// Expression that replaces a deleted call.
constexpr const char* deleted = "0u";

/// Barriers that exist only if SUBGROUPS is defined: the checker does not execute subgroup operations. Devices that
/// support them execute these barriers in the same checks of passes.
const std::set<std::string> of_subgroups{"common/workgroup_scan.glsl:9 barrier()",
                                         "common/workgroup_scan.glsl:17 barrier_after_reads()",
                                         "radix/rank_subgroups.glsl:22 barrier()"};

/// Dispatches by the source that they execute.
using Programs = std::map<std::string, std::vector<const spirv::Dispatch*>>;

const Programs& programs() {
  static const Programs all = [] {
    Programs made;
    for (const Scenario& scenario : scenarios()) {
      for (const spirv::Watch::Seen& seen : watch(scenario)) {
        made[seen.dispatch.source.text].push_back(&seen.dispatch);
      }
    }
    return made;
  }();
  return all;
}

/// Returns the first finding that `is_caught` accepts in dispatches that execute a mutant.
template <typename IsCaught>
std::optional<Finding> find_fault(const spirv::Module& mutant, const std::vector<const spirv::Dispatch*>& dispatches,
                                  const IsCaught& is_caught) {
  for (const spirv::Dispatch* dispatch : dispatches) {
    for (const Order order : {Order{}, Order{Order::Kind::random, 5}}) {
      const spirv::Outcome outcome = execute(mutant, *dispatch, order);
      const auto found = std::ranges::find_if(outcome.findings, is_caught);
      if (found != outcome.findings.end()) return *found;
    }
  }
  return std::nullopt;
}

/// The shaders in which one barrier was mutated.
struct Fate {
  std::set<std::string> tried;  ///< excludes shaders that an earlier finding made unnecessary
  std::string caught_in;        ///< shader of the finding; empty if there is none
  std::string finding;

  bool caught() const { return !caught_in.empty(); }
};

/// Mutates each call, by its key, in one shader after another until a finding catches it. `text_for(call)` returns the
/// replacement, or null to leave the call unchanged. The deletion of an unneeded call, which no finding ends, is tried
/// once per shader.
template <typename TextFor, typename IsCaught>
std::map<std::string, Fate> mutate(const TextFor& text_for, const IsCaught& is_caught) {
  std::map<std::string, Fate> fates;
  for (const auto& [text, dispatches] : programs()) {
    const spirv::Dispatch& first = *dispatches.front();
    for (const BarrierCall& call : barrier_calls(first.source)) {
      const std::optional<std::string> other = text_for(call);
      if (!other) continue;
      const auto known = fates.find(call.key());
      if (known != fates.end()) {
        const Fate& fate = known->second;
        const bool in_vain = *other == deleted && unneeded.contains(call.key());
        if (fate.caught() || (in_vain && fate.tried.contains(first.shader))) continue;
      }
      const spirv::Module without(spirv::compile(replaced(first.source, call, deleted)));
      if (without.code().size() == module_of(first.source).code().size()) continue;  // not in this program
      Fate& fate = fates[call.key()];
      fate.tried.insert(first.shader);
      const auto finding =
          *other == deleted
              ? find_fault(without, dispatches, is_caught)
              : find_fault(spirv::Module(spirv::compile(replaced(first.source, call, *other))), dispatches, is_caught);
      if (!finding) continue;
      fate.caught_in = first.shader;
      fate.finding = finding->text;
    }
  }
  return fates;
}

TEST(BarrierMutations, AreDetectedIfABarrierIsDeleted) {
  TEXELSORT_NEED_GL();
  const auto fates =
      mutate([](const BarrierCall&) { return std::optional<std::string>(deleted); },
             [](const Finding& finding) { return finding.fault == Fault::race || finding.fault == Fault::unwritten; });
  for (const auto& [call, fate] : fates) {
    std::cout << call << " deleted: tried in " << fate.tried.size() << " shaders. " << fate.finding << '\n';
    EXPECT_EQ(fate.caught(), !unneeded.contains(call)) << call << ' ' << fate.finding;
  }
  for (const auto& [call, reason] : unneeded) EXPECT_TRUE(fates.contains(call)) << call;
  // Compares with all barriers in the files.
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    if (!shader.path.ends_with(".comp") && !shader.path.ends_with(".glsl")) continue;
    const gpu::ShaderLibrary::Assembled file{"#line 1 0\n" + std::string(shader.source), {std::string(shader.path)}};
    for (const BarrierCall& call : barrier_calls(file)) {
      EXPECT_NE(fates.contains(call.key()), of_subgroups.contains(call.key())) << call.key();
    }
  }
}

TEST(BarrierMutations, AreDetectedIfABarrierIsDivergent) {
  TEXELSORT_NEED_GL();
  const auto fates = mutate(
      [](const BarrierCall& call) {
        return call.meets ? std::optional("if (gl_LocalInvocationID.x != 1u) " + call.text) : std::nullopt;
      },
      [](const Finding& finding) { return finding.fault == Fault::divergence; });
  for (const auto& [call, fate] : fates) {
    std::cout << call << " divergent: tried in " << fate.tried.size() << " shaders. " << fate.finding << '\n';
    EXPECT_TRUE(fate.caught()) << call;
    // A macro's parameter has the line at which the macro is used.
    const std::string place = call.substr(0, call.find(' '));
    if (call.ends_with("wait")) continue;
    EXPECT_NE(fate.finding.find(place), std::string::npos) << call << ": " << fate.finding;
  }
}

}  // namespace
}  // namespace texelsort::tests
