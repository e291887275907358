#include <algorithm>
#include <cctype>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/data/text/source_text.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/program_cache.h"
#include "compute/gpu/shader_library.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using data::LineRole;
using Roles = std::set<LineRole>;

/// Collects the source marks of all lines that a pass's programs execute.
class MarksOfCalls final : public gpu::CallObserver {
 public:
  MarksOfCalls() { gpu::test_device().executor().observe(this); }
  ~MarksOfCalls() override { gpu::test_device().executor().observe(nullptr); }
  MarksOfCalls(const MarksOfCalls&) = delete;
  MarksOfCalls& operator=(const MarksOfCalls&) = delete;

  void before(const gpu::DrawCall& call) override { add(*call.program); }
  void before(const gpu::DispatchCall& call, std::uint32_t, std::uint32_t) override { add(*call.program); }

  Roles roles;
  std::string programs;

 private:
  void add(const gpu::Program& program) {
    programs += " " + program.label();
    for (const auto& stage : gpu::test_device().programs().source(program)) {
      for (const data::SourceLine& line : data::read_source(stage.source.text, stage.source.files).lines) {
        if (line.counts() && line.mark) roles.insert(line.mark->roles.begin(), line.mark->roles.end());
      }
    }
  }
};

std::shared_ptr<const Problem> some_problem(const Algorithm& algorithm, std::size_t n) {
  auto problem = std::make_shared<Problem>();
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = i * 2'654'435'769u >> 20;
  problem->keys = keys;
  if (algorithm.info().task == Task::select) problem->ranks = {n / 3};
  return problem;
}

class ShaderSourceLineMarksOfAlgorithms : public ::testing::TestWithParam<const Algorithm*> {};

TEST_P(ShaderSourceLineMarksOfAlgorithms, ShowTheLinesThatReadCompareAndWriteKeysInEveryPass) {
  TEXELSORT_NEED_GL();
  gpu::Device& device = gpu::test_device();
  const Algorithm& algorithm = *GetParam();
  auto problem = some_problem(algorithm, algorithm.network() != nullptr ? 64 : 200);
  // Use 16 keys for networks that exist only for few positions.
  if (prepare(algorithm, &device.info(), problem->form(), {}).refusal()) problem = some_problem(algorithm, 16);
  if (const Availability known = algorithm.availability(&device.info(), {}); !known.available)
    GTEST_SKIP() << known.reason;
  const Prepared prepared = prepare(algorithm, &device.info(), problem->form(), {});
  const auto run = prepared.start(&device, problem);
  for (;;) {
    const data::State before = run->read();
    std::optional<PassRecord> record;
    Roles roles;
    std::string programs;
    {
      MarksOfCalls marks;
      record = run->step();
      roles = marks.roles;
      programs = marks.programs;
    }
    if (!record) break;
    const std::string pass = record->header.stage + ", " + record->header.label + ":" + programs;
    if (run->read().keys != before.keys) {
      EXPECT_TRUE(roles.contains(LineRole::reads)) << pass;
      EXPECT_TRUE(roles.contains(LineRole::writes)) << pass;
    }
    if (record->counters.comparators > 0 || record->step() != nullptr || record->counted() != nullptr) {
      EXPECT_TRUE(roles.contains(LineRole::reads)) << pass;
      EXPECT_TRUE(roles.contains(LineRole::compares)) << pass;
    }
  }
}

std::vector<const Algorithm*> algorithms_of_shaders() {
  std::vector<const Algorithm*> found;
  for (const auto& algorithm : registry()) {
    // Other networks run the same shader programs, except for the two families with reversed or listed comparators.
    if (!stands_for_its_method(*algorithm) && algorithm->info().family != "bitonic-alternating" &&
        algorithm->info().family != "best-known") {
      continue;
    }
    const Backend backend = algorithm->info().backend;
    if (backend == Backend::fragment || backend == Backend::compute) found.push_back(algorithm.get());
  }
  return found;
}

INSTANTIATE_TEST_SUITE_P(Shaders, ShaderSourceLineMarksOfAlgorithms, ::testing::ValuesIn(algorithms_of_shaders()),
                         [](const auto& info) {
                           std::string name = info.param->info().id;
                           for (char& letter : name) {
                             if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
                           }
                           return name;
                         });

/// Shaders through which no key passes. The comment in each line names the shader's purpose.
const std::set<std::string_view> without_keys{"common/clock_probe.comp",
                                              "common/copy.comp",  // measures the bandwidth of copies
                                              "common/copy.frag",
                                              "common/count_marks.frag",  // counts fragments that pass a depth test
                                              "common/depth_as_colour.frag",
                                              "common/fullscreen.vert",  // computes corners of the screen only
                                              "common/scan_chunks.comp",
                                              "common/scan_reduce.comp",  // sums entries of tables
                                              "common/subgroup_probe.comp",
                                              "radix/clear.comp",
                                              "radix/scan_bins.comp",
                                              "networks/blend_unpack.frag",
                                              "networks/fused_plain.frag",  // copies keys for display only
                                              "networks/untiled.frag",
                                              "networks/grouped_quads.vert",  // computes corners of quads only
                                              "records/cycle_lengths.comp",
                                              "records/cycle_members.comp",  // lists record indices of cycles
                                              "records/walk_jump.comp",
                                              "records/walk_start.comp",
                                              "sample/deterministic_buckets.comp",
                                              "sample/randomized_buckets.comp",  // computes tables of buckets
                                              "sample/randomized_plan.comp",     // builds lists of buckets
                                              "selection/decide.comp"};

TEST(ShaderSourceLineMarks, ExistInEveryShaderThatProcessesKeys) {
  const gpu::ShaderLibrary library(std::nullopt);
  for (const gpu::EmbeddedShader& shader : gpu::embedded_shaders()) {
    if (shader.path.ends_with(".glsl") || shader.path.starts_with("display/")) continue;
    const auto assembled = library.assemble(shader.path, "430 core", {});
    const auto lines = data::read_source(assembled.text, assembled.files).lines;
    const bool marked = std::ranges::any_of(lines, [](const auto& line) { return line.mark.has_value(); });
    const bool own = std::ranges::any_of(lines, [](const auto& line) { return line.file == 0 && line.mark; });
    EXPECT_TRUE(without_keys.contains(shader.path) ? !own : marked) << shader.path;
  }
}

}  // namespace
}  // namespace texelsort::algorithms
