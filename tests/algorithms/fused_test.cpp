#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "compute/algorithms/networks/fused_plan.h"
#include "compute/algorithms/networks/method.h"
#include "compute/algorithms/verify.h"
#include "compute/network/generators.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

FusedPlan bitonic_plan(std::uint64_t n, unsigned log2_targets, std::size_t most_steps = 15) {
  return plan_fused(Schedule(network::bitonic(n)), log2_targets, most_steps);
}

using Shape = std::tuple<unsigned, std::size_t>;  // log2 of the targets, most steps a pass

class FusedPlans : public ::testing::TestWithParam<Shape> {};

TEST_P(FusedPlans, PlacesOfEveryPassAreABijectionAndLinear) {
  const auto [log2_targets, most_steps] = GetParam();
  for (const std::uint64_t n : {0, 1, 2, 33, 64, 100, 1000, 2048}) {
    const FusedPlan plan = bitonic_plan(n, log2_targets, most_steps);
    const std::uint64_t places = std::uint64_t{1} << plan.index_bits;
    for (const FusedPass& pass : plan.passes) {
      std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> seen;
      for (std::uint64_t i = 0; i < places; ++i) {
        const FusedPlace place = pass.layout.place(i);
        ASSERT_LT(place.position, places >> (log2_targets + 2));
        ASSERT_LT(place.layer, 1u << log2_targets);
        ASSERT_LT(place.channel, 4u);
        ASSERT_TRUE(seen.emplace(place.position, place.layer, place.channel).second);
        const FusedPlace a = pass.layout.place(i ^ 21), b = pass.layout.place(21);
        ASSERT_EQ(a.position, place.position ^ b.position);
        ASSERT_EQ(a.layer, place.layer ^ b.layer);
      }
    }
  }
}

/// What makes fusing right: all partners of all of a pass's steps are in one fragment, and differ in the bits that the
/// shader is told.
TEST_P(FusedPlans, PartnersMeetInOneFragment) {
  const auto [log2_targets, most_steps] = GetParam();
  for (const std::uint64_t n : {2, 33, 64, 100, 1000, 2048}) {
    const FusedPlan plan = bitonic_plan(n, log2_targets, most_steps);
    ASSERT_EQ(plan.passes.size(), plan.schedule->passes.size());
    for (std::size_t p = 0; p < plan.passes.size(); ++p) {
      const FusedPass& pass = plan.passes[p];
      const auto& steps = plan.schedule->passes[p].steps;
      ASSERT_EQ(pass.steps.size(), steps.size());
      ASSERT_LE(steps.size(), most_steps);
      for (std::size_t s = 0; s < steps.size(); ++s) {
        network::for_each_comparator(*steps[s], n, [&](const network::Comparator& comparator) {
          const FusedPlace low = pass.layout.place(comparator.low), high = pass.layout.place(comparator.high);
          const std::uint32_t held_low = low.layer << 2 | low.channel, held_high = high.layer << 2 | high.channel;
          ASSERT_EQ(low.position, high.position);
          ASSERT_EQ(held_low ^ held_high, pass.steps[s].flips);
          ASSERT_EQ(held_low & std::bit_floor(pass.steps[s].flips), 0u);
        });
      }
    }
  }
}

TEST_P(FusedPlans, HoldEveryStepOnceInOrderAndEndLinear) {
  const auto [log2_targets, most_steps] = GetParam();
  for (const std::uint64_t n : {2, 33, 64, 100, 1000, 1 << 20}) {
    const Schedule schedule(network::bitonic(n));
    const FusedPlan plan = plan_fused(schedule, log2_targets, most_steps);
    std::vector<std::string> expected, found;
    for (const NetworkPass& pass : schedule.passes) expected.push_back(pass.steps.front()->label);
    for (const NetworkPass& pass : plan.schedule->passes) {
      for (const auto& step : pass.steps) found.push_back(step->label);
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(plan.passes.back().layout, linear_layout(plan.index_bits, log2_targets));
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, FusedPlans,
                         ::testing::Combine(::testing::Values(1u, 2u, 3u), ::testing::Values(1u, 2u, 3u, 15u)),
                         [](const auto& info) {
                           return std::to_string(1 << std::get<0>(info.param)) + "_targets_" +
                                  std::to_string(std::get<1>(info.param)) + "_steps";
                         });

TEST(FusedPlan, SortsFiveStagesInTheFirstPass) {
  const FusedPlan plan = bitonic_plan(1 << 20, 3);
  EXPECT_EQ(plan.passes.front().steps.size(), 15u);
  EXPECT_EQ(plan.schedule->passes.front().header.stage, "stage 1 to stage 5");
}

/// Every stage s above 5 has s - 2 steps by bits that are not the channel's, and a pass executes three such steps at
/// most: 165 of them for 2^20 keys, 55 passes; one before for five stages and one after, in linear order.
TEST(FusedPlan, NeedsFewPasses) {
  EXPECT_EQ(bitonic_plan(1 << 20, 3).passes.size(), 57u);
}

TEST(FusedPlan, ThirtyTwoKeysAreOnePass) {
  EXPECT_EQ(bitonic_plan(32, 3).passes.size(), 1u);
}

/// A network that does not end with steps within a texel leaves another order in memory.
TEST(FusedPlan, RestoresTheOrderInAPassOfItsOwn) {
  network::Network network{"half", 1024, {{"stage 1", {{"step", {{0, 256, 128, 255, true}}, {}}}}}};
  const FusedPlan plan = plan_fused(Schedule(network), 3, 15);
  ASSERT_EQ(plan.passes.size(), 2u);
  EXPECT_TRUE(plan.schedule->passes[1].steps.empty());
  EXPECT_EQ(plan.schedule->passes[1].header.label, "restore order");
  EXPECT_EQ(plan.passes[1].layout, linear_layout(10, 3));
}

/// Several reversals in one pass, as in the periodic balanced network: each pass must still bring partners together.
TEST(FusedPlan, FusesReversalsOfDifferentBlocks) {
  network::Network network{"balanced", 1024, {{"block 1", {}}}};
  for (std::uint64_t block = 1024; block >= 2; block /= 2) {
    network.stages[0].steps.push_back({"step", {{0, block, block / 2, block - 1, true}}, {}});
  }
  const FusedPlan plan = plan_fused(Schedule(network), 3, 15);
  EXPECT_LE(plan.passes.size(), 4u);
  for (std::size_t p = 0; p < plan.passes.size(); ++p) {
    for (const auto& step : plan.schedule->passes[p].steps) {
      network::for_each_comparator(*step, 1024, [&](const network::Comparator& comparator) {
        ASSERT_EQ(plan.passes[p].layout.place(comparator.low).position,
                  plan.passes[p].layout.place(comparator.high).position);
      });
    }
  }
}

class FusedShapes : public ::testing::TestWithParam<data::KeyType> {};

TEST_P(FusedShapes, AllMakeTheStepsClaimsTrue) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("bitonic/fused");
  for (const char* targets : {"2", "4", "8"}) {
    for (const char* steps : {"1", "2", "4", "15"}) {
      for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index}) {
        for (const std::uint64_t n : {5, 64, 100, 1025}) {
          const auto problem = make_problem("few-distinct", GetParam(), n, payload);
          const std::map<std::string, std::string> values{{"targets", targets}, {"steps", steps}};
          const auto& info = gpu::test_device().info();
          const Parameters parameters = choose_parameters(algorithm, &info, n, GetParam(), values);
          if (algorithm.refusal(&info, n, GetParam(), payload, parameters)) continue;
          const auto run = start(algorithm, problem, values);
          const auto failure = verify_every_pass(*run, *problem, false);
          ASSERT_FALSE(failure) << targets << " targets, " << steps << " steps, n " << n << ": " << text(*failure);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, FusedShapes, ::testing::ValuesIn(data::all_key_types),
                         [](const auto& info) { return std::string(name(info.param)); });

/// A run goes on from a snapshot taken in any layout, the memory's order put back.
TEST(Fused, GoesOnFromEverySnapshot) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 500);
  const auto run = start(find_algorithm("bitonic/fused"), problem);
  const auto finished = start(find_algorithm("bitonic/fused"), problem);
  finished->finish();
  while (run->step()) {
    const auto other = start(find_algorithm("bitonic/fused"), problem);
    other->restore(run->save());
    EXPECT_EQ(other->read().keys, run->read().keys);
    other->finish();
    EXPECT_EQ(other->read().keys, finished->read().keys);
  }
}

TEST(Fused, CountsAllComparatorsOfTheNetwork) {
  TEXELSORT_NEED_GL();
  const auto run = start(find_algorithm("bitonic/fused"), make_problem("uniform", data::KeyType::u32, 1024));
  std::uint64_t comparators = 0;
  while (const auto record = run->step()) comparators += record->counters.comparators;
  EXPECT_EQ(comparators, 512u * 55);  // n / 2 a step, 10 * 11 / 2 steps
}

}  // namespace
}  // namespace texelsort::algorithms
