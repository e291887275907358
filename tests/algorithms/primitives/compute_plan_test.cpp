#include "compute/algorithms/primitives/compute_plan.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "compute/network/generators.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

ComputePlan plan(std::uint64_t n, const ComputeLimits& limits) {
  return plan_compute(Schedule(network::bitonic(n)), limits);
}

TEST(ComputePlan, ContainsEveryStepOnceInOrder) {
  for (const std::uint64_t n : {2, 8, 100, 1024, 5000, 1 << 16}) {
    const Schedule schedule(network::bitonic(n));
    for (const std::uint32_t log2_tile : {1u, 5u, 10u}) {
      for (const std::uint32_t log2_keys : {1u, 3u, 5u}) {
        for (const std::uint64_t steps : {1, 2, 5, 512}) {
          const ComputePlan made = plan_compute(schedule, {log2_tile, log2_keys, steps});
          std::size_t next = 0;
          ASSERT_EQ(made.schedule->passes.size(), made.passes.size());
          for (const NetworkPass& pass : made.schedule->passes) {
            EXPECT_LE(pass.steps.size(), steps);
            for (const auto& step : pass.steps) EXPECT_EQ(step, schedule.passes.at(next++).steps.front());
          }
          EXPECT_EQ(next, schedule.passes.size());
        }
      }
    }
  }
}

TEST(ComputePlan, KeepsBothKeysOfEveryComparatorInTheSameInvocation) {
  // Both keys of every comparator must be in the coset of one invocation, at the element numbers that the shader uses.
  const ComputePlan made = plan(1 << 16, {0, 4, 512});
  ASSERT_FALSE(made.rounds.empty());
  for (std::size_t p = 0; p < made.passes.size(); ++p) {
    const Round& round = made.rounds.at(made.passes[p].first_round);
    ASSERT_EQ(round.bits.size(), 4u);
    ASSERT_TRUE(std::is_sorted(round.bits.rbegin(), round.bits.rend()));
    const auto place = [&round](std::uint32_t c) {
      std::uint64_t at = 0;
      for (std::uint32_t j = 0; j < 4; ++j) at |= std::uint64_t{(c >> (3 - j)) & 1u} << round.bits[j];
      return (c & 8u) != 0 ? at ^ round.reversed : at;
    };
    for (std::size_t s = 0; s < round.steps.size(); ++s) {
      const std::uint32_t bit = 8u >> round.steps[s].dimension;
      for (std::uint32_t c = 0; c < 16; ++c) {
        if ((c & bit) != 0) continue;
        const std::uint32_t partner = round.steps[s].reversal ? c ^ (2 * bit - 1) : c + bit;
        const auto comparator = network::comparator_at(*made.schedule->passes[p].steps[s], place(c), 1 << 16);
        ASSERT_TRUE(comparator);
        EXPECT_EQ(*comparator, (network::Comparator{place(c), place(partner)})) << "pass " << p << " step " << s;
      }
    }
  }
}

TEST(ComputePlan, NeedsOnlyAsManyPassesAsTilesAndRegistersAllow) {
  // Tiles of 2^12: stages 1 to 12 in one pass. Each later stage s has s - 12 steps outside of tiles, 3 per pass, then
  // one pass within tiles.
  std::size_t expected = 1;
  for (std::size_t s = 13; s <= 20; ++s) expected += (s - 12 + 2) / 3 + 1;
  EXPECT_EQ(plan(1 << 20, {12, 3, 512}).passes.size(), expected);
  EXPECT_EQ(plan(1 << 12, {12, 3, 512}).passes.size(), 1u);
  EXPECT_EQ(plan(8, {12, 3, 1}).passes.size(), 6u);
}

/// Tests plans for different limits of a device, which must all execute the same network.
class ComputeNetworkForms : public ::testing::TestWithParam<std::string> {};

TEST_P(ComputeNetworkForms, FulfilTheClaimOfEveryPass) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm(GetParam());
  if (!algorithm.availability(&gpu::test_device().info(), {}).available) GTEST_SKIP() << "no compute shaders";
  for (const auto& [keys, tile, sweep, steps] : std::vector<std::array<const char*, 4>>{{"2", "2", "2", "512"},
                                                                                        {"8", "64", "2", "2"},
                                                                                        {"8", "64", "64", "512"},
                                                                                        {"8", "2", "512", "512"},
                                                                                        {"32", "512", "16", "512"},
                                                                                        {"4", "32", "1024", "512"}}) {
    for (const std::uint64_t n : {0, 1, 2, 15, 31, 64, 100, 1000, 1024, 4100}) {
      if (n > std::min(algorithm.info().checked_n, algorithm.info().max_n.value_or(n))) continue;
      for (const auto type : {data::KeyType::u32, data::KeyType::f64}) {
        if (type == data::KeyType::f64 && n > 100) continue;
        const auto problem = make_problem("special", type, n, data::PayloadKind::index);
        const auto run =
            start(algorithm, problem, {{"keys", keys}, {"tile", tile}, {"sweep", sweep}, {"steps", steps}});
        const auto failure = verify_every_pass(*run, *problem, false);
        ASSERT_FALSE(failure) << "keys " << keys << " tile " << tile << " sweep " << sweep << " steps " << steps
                              << " n " << n << ": " << text(*failure);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, ComputeNetworkForms, ::testing::ValuesIn(ids_of_method("compute")),
                         [](const auto& info) { return test_name(info.param); });

/// A network that fits into a tile needs only one pass, whatever its steps are.
TEST(ComputePlan, ExecutesANetworkInOnePassWhenItFitsATile) {
  for (const network::Family& family : network::families()) {
    const std::uint64_t n = family.max_n.value_or(64) < 64 ? *family.max_n : 64;
    const ComputePlan made =
        plan_compute(Schedule(family.generate(n)), {.log2_tile = 6, .log2_keys = 2, .steps = 512, .log2_sweep = 6});
    EXPECT_EQ(made.passes.size(), 1u) << family.id;
  }
}

/// Stage s of odd-even merge compares only keys in the same block of 2^s keys, so that stages 1 to 10 fit into a tile.
TEST(ComputePlan, ExecutesStagesInOnePassWhenTheyFitATile) {
  const Schedule schedule(network::odd_even_merge(1 << 16));
  const ComputePlan made = plan_compute(schedule, {.log2_tile = 10, .log2_keys = 3, .steps = 512, .log2_sweep = 10});
  EXPECT_EQ(made.passes.front().form, ComputeForm::sweep);
  EXPECT_EQ(made.schedule->passes.front().steps.size(), 55u);  // stages 1 to 10 have 1 + 2 + ... + 10 steps
  EXPECT_EQ(made.passes.size(), 1u + 11 + 12 + 13 + 14 + 15 + 16);
}

}  // namespace
}  // namespace texelsort::algorithms
