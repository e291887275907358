#include "compute/algorithms/networks/fused_plan.h"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "compute/network/generators.h"

namespace texelsort::algorithms {
namespace {

FusedPlan bitonic_plan(std::uint64_t n, unsigned log2_targets, std::size_t most_steps = 32) {
  return plan_fused(Schedule(network::bitonic(n)), log2_targets, most_steps);
}

// log2 of the number of render targets, and maximum number of steps per pass.
using Shape = std::tuple<unsigned, std::size_t>;

class FusedPlans : public ::testing::TestWithParam<Shape> {};

TEST_P(FusedPlans, MapKeysToTexelsBijectivelyAndLinearly) {
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

/// Steps can be fused if both keys of every comparator are in one fragment. The positions of the keys must differ in
/// the bits that the shader gets.
TEST_P(FusedPlans, PlaceBothKeysOfEveryComparatorInOneFragment) {
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

TEST_P(FusedPlans, ContainEveryStepOfBitonicSortOnceInOrder) {
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
                         ::testing::Combine(::testing::Values(1u, 2u, 3u), ::testing::Values(1u, 2u, 3u, 32u)),
                         [](const auto& info) {
                           return std::to_string(1 << std::get<0>(info.param)) + "_targets_" +
                                  std::to_string(std::get<1>(info.param)) + "_steps";
                         });

TEST(FusedPlan, SortsFiveStagesInTheFirstPass) {
  const FusedPlan plan = bitonic_plan(1 << 20, 3);
  EXPECT_EQ(plan.passes.front().steps.size(), 15u);
  EXPECT_EQ(plan.schedule->passes.front().header.stage, "stage 1 to stage 5");
}

/// For 2^20 keys, the plan has 57 passes. Every stage s above 5 has s - 2 steps by bits outside the channel. These are
/// 165 steps, in 55 passes of at most three steps. One pass before them executes five stages, and one pass after them
/// restores linear order.
TEST(FusedPlan, Needs57PassesForBitonicSortOfAMillionKeys) {
  EXPECT_EQ(bitonic_plan(1 << 20, 3).passes.size(), 57u);
}

TEST(FusedPlan, SortsThirtyTwoKeysInOnePass) {
  EXPECT_EQ(bitonic_plan(32, 3).passes.size(), 1u);
}

TEST(FusedPlan, SplitsPassesWhoseShadersWouldBeTooLong) {
  const Schedule schedule(network::odd_even_transposition(300));
  const auto longest = [](const FusedPlan& plan) {
    std::size_t most = 0;
    for (const FusedPass& pass : plan.passes) {
      std::size_t comparisons = 0;
      if (pass.window) {
        for (const auto& step : pass.window->steps) comparisons += step.size();
      }
      most = std::max(most, comparisons);
    }
    return most;
  };
  const FusedPlan usual = plan_fused(schedule, 3, 32), shorter = plan_fused(schedule, 3, 32, true);
  EXPECT_LE(longest(shorter), 640u);
  EXPECT_GT(longest(usual), 640u);
  EXPECT_GT(shorter.passes.size(), usual.passes.size());
  std::size_t steps = 0;
  for (const NetworkPass& pass : shorter.schedule->passes) steps += pass.steps.size();
  EXPECT_EQ(steps, 300u);
}

/// If the last steps of a network are not within a texel, they leave another order in memory, which a separate pass
/// must restore.
TEST(FusedPlan, RestoresTheMemoryOrderInASeparatePass) {
  network::Network network{"half", 1024, {{"stage 1", {{"step", {{0, 256, 128, 255, true}}, {}}}}}};
  const FusedPlan plan = plan_fused(Schedule(network), 3, 15);
  ASSERT_EQ(plan.passes.size(), 2u);
  EXPECT_TRUE(plan.schedule->passes[1].steps.empty());
  EXPECT_EQ(plan.schedule->passes[1].header.label, "restore order");
  EXPECT_EQ(plan.passes[1].layout, linear_layout(10, 3));
}

/// Several reversals in one pass, as in the periodic balanced network: each pass must still bring partners together.
TEST(FusedPlan, FusesStepsThatReverseBlocksOfDifferentSizes) {
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

/// Executes a window of steps fragment by fragment, as the shader does.
std::vector<std::uint64_t> run_window(const FusedPass& pass, const std::vector<std::uint64_t>& keys) {
  const FusedWindow& window = *pass.window;
  std::vector<std::uint64_t> after(keys.size(), 0);
  for (std::uint64_t first = 0; first < keys.size(); ++first) {
    if ((first & pass.layout.held()) != 0) continue;
    std::vector<std::uint64_t> held;
    for (const FusedWindow::Texel& texel : window.texels) {
      const std::int64_t group = window.groups[texel.group];
      const std::uint64_t start = first + static_cast<std::uint64_t>(group);
      const bool inside = group == 0 || ((start ^ first) & ~(window.fence - 1)) == 0;
      for (std::uint64_t c = 0; c < 4; ++c) {
        held.push_back(inside ? keys.at((start ^ pass.layout.element(texel.layer)) + c)
                              : (group < 0 ? 0 : ~std::uint64_t{0}));
      }
    }
    for (const auto& step : window.steps) {
      for (const auto& [smaller, larger] : step) {
        if (held.at(larger) < held.at(smaller)) std::swap(held[smaller], held[larger]);
      }
    }
    for (std::uint32_t layer = 0; layer < 1u << pass.layout.target_bits.size(); ++layer) {
      for (std::uint64_t c = 0; c < 4; ++c) after[(first ^ pass.layout.element(layer)) + c] = held[4 * layer + c];
    }
  }
  return after;
}

/// Every plan must contain all steps of its network in order, and end in memory's order. Every window must change the
/// keys exactly as its steps do, and must not change the guards after them.
TEST_P(FusedPlans, ContainEveryStepOfEveryNetworkOnceInOrder) {
  const auto [log2_targets, most_steps] = GetParam();
  for (const network::Family& family : network::families()) {
    for (const std::uint64_t n : {3, 16, 33, 64, 100, 257, 1024}) {
      if (n > family.max_n.value_or(n)) continue;
      SCOPED_TRACE(family.id + " of " + std::to_string(n));
      const Schedule schedule(family.generate(n));
      const FusedPlan plan = plan_fused(schedule, log2_targets, most_steps);
      ASSERT_EQ(plan.passes.size(), plan.schedule->passes.size());
      std::vector<const network::Step*> expected, found;
      for (const NetworkPass& pass : schedule.passes) expected.push_back(pass.steps.front().get());
      for (std::size_t p = 0; p < plan.passes.size(); ++p) {
        const auto& steps = plan.schedule->passes[p].steps;
        ASSERT_LE(steps.size(), most_steps);
        for (const auto& step : steps) found.push_back(step.get());
        const FusedPass& pass = plan.passes[p];
        if (pass.form == FusedForm::search) {
          ASSERT_FALSE(steps.front()->listed.empty()) << "regular steps need no search";
        }
        if (pass.form != FusedForm::window) continue;
        ASSERT_EQ(pass.window->steps.size(), steps.size());
        std::vector<std::uint64_t> keys(n);
        for (std::uint64_t i = 0; i < n; ++i) keys[i] = i * 2654435761u % 1009;
        std::vector<std::uint64_t> places = keys;
        places.resize(std::uint64_t{1} << plan.index_bits, ~std::uint64_t{0});
        const std::vector<std::uint64_t> after = run_window(pass, places);
        for (const auto& step : steps) network::apply(*step, keys, {});
        keys.resize(places.size(), ~std::uint64_t{0});
        ASSERT_EQ(after, keys) << "pass " << p + 1;
      }
      EXPECT_EQ(found, expected);
      if (!plan.passes.empty()) {
        EXPECT_EQ(plan.passes.back().layout, linear_layout(plan.index_bits, log2_targets));
      }
    }
  }
}

std::size_t passes(const network::Network& network) {
  return plan_fused(Schedule(network), 3, 32).passes.size();
}

/// Alternating directions need no additional pass. In odd-even merge, the last 5 steps of a stage s above 5 fit into
/// one window, and the earlier steps form groups of three. For 2^20 keys, this gives 1 + 15 + 45 passes, and one that
/// restores memory's order.
TEST(FusedPlan, NeedsFewPassesForNetworksOtherThanBitonicSort) {
  EXPECT_LE(passes(network::bitonic_alternating(1 << 20)), 57u);
  EXPECT_LE(passes(network::odd_even_merge(1 << 20)), 62u);
  EXPECT_LE(passes(network::odd_even_merge(1 << 10)), 14u);
  EXPECT_LE(passes(network::pairwise(1 << 20)), 80u);
  EXPECT_LE(passes(network::odd_even_transposition(1 << 12)), (1u << 12) / 31 + 1);
}

TEST(FusedPlan, ExecutesBestKnownNetworksOfUpTo16KeysInOnePass) {
  for (std::uint64_t n = 2; n <= 16; ++n) EXPECT_EQ(passes(network::best_known(n)), 1u);
}

}  // namespace
}  // namespace texelsort::algorithms
