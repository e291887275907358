// Tests of the plan of sorting by blending, and of its reference implementation, without a device.
#include "compute/algorithms/networks/blend_plan.h"

#include <algorithm>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/networks/claims.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {
namespace {

/// Tests all combinations of four lists of zeros followed by ones, for several lengths. By the 0-1 principle, the plan
/// then merges any four sorted lists.
TEST(BlendPlan, MergesFourSortedListsOfAnyLength) {
  for (const std::uint64_t length : {1, 2, 3, 4, 5, 6, 7, 8, 12, 13}) {
    const BlendLists lists{length};
    const auto plan = plan_blend(Schedule(network::Network{"none", length, {}}), 4 * length, lists);
    const std::uint64_t combinations = (length + 1) * (length + 1) * (length + 1) * (length + 1);
    for (std::uint64_t combination = 0; combination < combinations; ++combination) {
      std::vector<std::uint64_t> codes;
      std::uint64_t rest = combination;
      for (unsigned list = 0; list < 4; ++list, rest /= length + 1) {
        for (std::uint64_t j = 0; j < length; ++j) codes.push_back(j >= rest % (length + 1));
      }
      for (const BlendStep& step : plan) apply(step, lists, codes);
      ASSERT_TRUE(std::ranges::is_sorted(codes)) << "length " << length << ", combination " << combination;
    }
  }
}

/// For four lists whose length is a power of two, the plan equals bitonic merge sort of all positions, comparator by
/// comparator.
TEST(BlendPlan, EqualsBitonicMergeSortForPowersOfTwo) {
  for (const std::uint64_t length : {1, 2, 8, 64}) {
    const BlendLists lists{length};
    const auto plan = plan_blend(Schedule(network::bitonic(length)), 4 * length, lists);
    const Schedule whole(network::bitonic(4 * length));
    ASSERT_EQ(plan.size(), whole.passes.size());
    std::mt19937_64 twister(length);
    std::vector<std::uint64_t> codes(4 * length), expected;
    for (std::uint64_t& code : codes) code = twister();
    expected = codes;
    for (std::size_t pass = 0; pass < plan.size(); ++pass) {
      apply(plan[pass], lists, codes);
      network::apply(*whole.passes[pass].steps.front(), expected, {});
      ASSERT_EQ(codes, expected) << "length " << length << ", pass " << pass;
      const auto step = whole_step(plan[pass], lists);
      ASSERT_TRUE(step);
      EXPECT_EQ(step->patterns, whole.passes[pass].steps.front()->patterns);
      EXPECT_EQ(count_comparators(plan[pass], lists),
                network::count_comparators(*whole.passes[pass].steps.front(), 4 * length));
    }
  }
}

TEST(BlendPlan, NamesThePositionAndTheComparatorOfAWrongKey) {
  const BlendLists lists{4};
  const auto plan = plan_blend(Schedule(network::bitonic(4)), 16, lists);
  std::vector<std::uint64_t> before(16);
  for (std::uint64_t i = 0; i < 16; ++i) before[i] = 15 - i;
  for (const BlendStep& step : plan) {
    std::vector<std::uint64_t> after = before;
    apply(step, lists, after);
    const Claim claim =
        blend_claim(std::make_shared<const BlendStep>(step), lists, data::KeyType::u32, data::Order::ascending);
    EXPECT_FALSE(claim.find_violation({before, after, {}, {}}));
    std::vector<std::uint64_t> wrong = after;
    wrong[13] += 100;
    const auto violation = claim.find_violation({before, wrong, {}, {}});
    ASSERT_TRUE(violation);
    EXPECT_EQ(violation->index, 13u);
    ASSERT_TRUE(violation->comparator);
    EXPECT_TRUE(violation->comparator->low == 13 || violation->comparator->high == 13);
    before = after;
  }
}

/// A pass describes its comparators by patterns, and the patterns must equal the comparators of its reference
/// implementation. A pass has no description if patterns cannot express its comparators.
TEST(BlendPlan, DescribesTheSameComparatorsThatTheReferenceExecutes) {
  for (const std::uint64_t length : {3, 6, 12, 16}) {
    const BlendLists lists{length};
    for (const BlendStep& step : plan_blend(Schedule(network::bitonic(length)), 4 * length, lists)) {
      const auto whole = whole_step(step, lists);
      if (!whole) continue;
      std::mt19937_64 twister(length);
      std::vector<std::uint64_t> codes(4 * length), expected;
      for (std::uint64_t& code : codes) code = twister();
      expected = codes;
      apply(step, lists, expected);
      network::apply(*whole, codes, {});
      EXPECT_EQ(codes, expected) << "length " << length << ", " << step.header.stage << ' ' << step.header.label;
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
