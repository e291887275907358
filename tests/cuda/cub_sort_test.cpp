#include <algorithm>

#include <gtest/gtest.h>

#include "compute/cuda/choice.h"
#include "compute/data/error.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/transfer_log.h"
#include "compute/measure/measure.h"
#include "tests/algorithms/problems.h"
#include "tests/support/environment.h"

namespace texelsort::algorithms {
namespace {

class CubBaseline : public ::testing::TestWithParam<const char*> {
 protected:
  const Algorithm& algorithm() const { return find_algorithm(GetParam()); }
};

TEST_P(CubBaseline, RunsOrExplainsWhyItIsUnavailable) {
  const Availability available = algorithm().availability(nullptr, {});
  EXPECT_FALSE(available.available);  // unavailable without OpenGL, which owns the arrays of the sort
  EXPECT_FALSE(available.reason.empty());
  if (cuda::devices().reason.empty()) return;
  TEXELSORT_NEED_GL();
  EXPECT_EQ(algorithm().availability(&gpu::test_device().info(), {}).reason, cuda::devices().reason);
  const CheckResult result =
      run_check(tests::device(), {.algorithm = &algorithm(), .distribution = "uniform", .n = 100});
  EXPECT_EQ(result.outcome, Outcome::skipped);
  EXPECT_EQ(result.message, cuda::devices().reason);
  EXPECT_THROW(start(algorithm(), make_problem("uniform", data::KeyType::u32, 100)), UnavailableError);
}

TEST_P(CubBaseline, SortsWhenKeysAreCopiedViaTheHost) {
  TEXELSORT_NEED_BACKEND_OF(algorithm());
  const tests::Environment forced("TEXELSORT_CUDA_INTEROP", "staging");
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
    const CheckResult result = run_check(tests::device(), {.algorithm = &algorithm(),
                                                           .type = type,
                                                           .payload = data::PayloadKind::index,
                                                           .order = data::Order::descending,
                                                           .distribution = "few-distinct",
                                                           .n = 70'000});
    EXPECT_EQ(result.outcome, Outcome::passed) << result.message;
  }
}

TEST_P(CubBaseline, GivesItsResultToOpenGlWithoutACopyViaTheHost) {
  TEXELSORT_NEED_BACKEND_OF(algorithm());
  if (const auto choice = cuda::choose(gpu::test_device().info(), {}); choice.sharing == cuda::Sharing::staged)
    GTEST_SKIP() << choice.reason;
  // Number of bytes that an invocation of common/copy.comp copies.
  constexpr std::uint64_t n = 102'400, workgroup = 256, bytes_an_invocation = 16;
  const auto problem = make_problem("uniform", data::KeyType::f32, n, data::PayloadKind::index);
  const auto run = start(algorithm(), problem);
  gpu::Device& device = gpu::test_device();
  const gpu::Program& look = device.compute_program("common/copy.comp", {{"WORKGROUP", std::to_string(workgroup)}});
  const gpu::Buffer seen(4 * n, "what a shader has seen");
  gpu::TransferLog expected = gpu::transfers();
  run->finish();
  const View keys = run->views().front();
  ASSERT_TRUE(std::holds_alternative<const gpu::Buffer*>(keys.holder));
  device.executor().dispatch(
      {.program = &look,
       .buffers = {{0, std::get<const gpu::Buffer*>(keys.holder), keys.offset, 4 * n}, {1, &seen}},
       .uniforms = {},
       .workgroups = 4 * n / bytes_an_invocation / workgroup});
  ++expected.maps;
  ++expected.unmaps;
  EXPECT_EQ(gpu::transfers(), expected);
  std::vector<float> drawn(n);
  seen.read(0, std::as_writable_bytes(std::span(drawn)));
  EXPECT_TRUE(std::ranges::is_sorted(drawn));
  EXPECT_EQ(data::Keys(drawn), run->read().keys);
  EXPECT_FALSE(verify_result(*run, *problem, true));
}

TEST_P(CubBaseline, NamesTheFreeDeviceMemoryWhenItRejectsTooManyKeys) {
  TEXELSORT_NEED_BACKEND_OF(algorithm());
  const std::uint64_t n = std::uint64_t{1} << 38;
  const std::string refusal = refusal_of(algorithm(), data::KeyType::u64, data::PayloadKind::index, n);
  EXPECT_NE(refusal.find(std::to_string(n)), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("are free"), std::string::npos) << refusal;
  EXPECT_EQ(refusal_of(algorithm(), data::KeyType::u64, data::PayloadKind::index, 1000), "");
}

TEST_P(CubBaseline, MeasuresTheHandoverBetweenOpenGlAndCudaSeparately) {
  TEXELSORT_NEED_BACKEND_OF(algorithm());
  measure::Budget budget;
  budget.min_samples = budget.max_samples = 3;
  const auto measured =
      measure::measure(prepare(algorithm(), &tests::device()->info(), {5000, data::KeyType::i32}, {}), tests::device(),
                       make_problem("uniform", data::KeyType::i32, 5000), budget, true);
  ASSERT_TRUE(measured && measured->handover);
  EXPECT_TRUE(measured->verified) << measured->fault;
  EXPECT_EQ(measured->clock, gpu::Clock::cuda_event);
  EXPECT_GT(measured->handover->ms.median, 0.0);
  EXPECT_EQ(measured->handover->ms.samples, 3u);
  EXPECT_FALSE(measured->handover->device.empty());
}

INSTANTIATE_TEST_SUITE_P(Cub, CubBaseline, ::testing::Values("cub/radix@cuda", "cub/merge@cuda"),
                         [](const auto& info) { return test_name(info.param); });

/// Both sorts are stable. A run of the radix sort also has stages that encode and decode keys, and a run of the merge
/// sort has a single stage.
TEST(CubRadixSort, EncodesAndDecodesKeysInSeparateStages) {
  const Algorithm& algorithm = find_algorithm("cub/radix@cuda");
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  const auto passes = [&](data::KeyType type, data::Order order) {
    return *start(algorithm, make_problem("uniform", type, 100, data::PayloadKind::none, order))->total_passes();
  };
  EXPECT_EQ(passes(data::KeyType::u32, data::Order::ascending), 1u);
  EXPECT_EQ(passes(data::KeyType::u64, data::Order::ascending), 1u);
  EXPECT_EQ(passes(data::KeyType::u32, data::Order::descending), 3u);
  EXPECT_EQ(passes(data::KeyType::f32, data::Order::ascending), 3u);
}

}  // namespace
}  // namespace texelsort::algorithms
