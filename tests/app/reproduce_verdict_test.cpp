#include <cmath>

#include <gtest/gtest.h>

#include "tests/app/reproduced.h"

namespace texelsort::app {
namespace {

TEST(ReproducedClaim, IsJudgedToHoldOrToBeReversedByTheMeasuredTimes) {
  const auto with = [](double blend_ms) {
    return std::vector{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, blend_ms)};
  };
  EXPECT_EQ(verdict_on(fused_first, with(1.5)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(fused_first, with(0.5)), ClaimVerdict::reversed);
  EXPECT_EQ(verdict_on(fused_first, with(1)), ClaimVerdict::undecided) << "intervals overlap";
  EXPECT_EQ(verdict_on(fused_first, {timed("bitonic/fused", 64, 1)}), ClaimVerdict::not_measured);
}

TEST(ReproducedClaim, IsJudgedWeakerWhenTheMeasuredRatioIsSmaller) {
  const auto with = [](double blend_ms) {
    return std::vector{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, blend_ms)};
  };
  const std::string twice = fused_first + "at-least = 2\n";
  EXPECT_EQ(verdict_on(twice, with(2.5)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(twice, with(1.5)), ClaimVerdict::weaker);
  EXPECT_EQ(verdict_on(twice, with(0.5)), ClaimVerdict::reversed);
  EXPECT_EQ(verdict_on(twice, with(2)), ClaimVerdict::undecided);
}

TEST(ReproducedClaim, IsJudgedMixedWhenInputSizesDisagree) {
  const std::vector rows{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, 2), timed("bitonic/fused", 4096, 2),
                         timed("bitonic/blend", 4096, 1)};
  const Judgement judgement = judge(experiment_with(fused_first).claims.front(), rows);
  EXPECT_EQ(judgement.verdict, ClaimVerdict::mixed);
  EXPECT_EQ(judgement.pairs.size(), 2u) << "rows of different sizes are not compared";
  EXPECT_EQ(disagreement_text(judgement), "holds for 2^6; reversed for 2^12");
  EXPECT_EQ(verdict_on("faster = \"bitonic/fused n=largest\"\nthan = [\"bitonic/blend n=largest\"]\n", rows),
            ClaimVerdict::reversed);
}

TEST(ReproducedClaim, HoldsForEqualTimesOnlyWithinBoundsOnBothSides) {
  const std::string alike =
      "faster = \"bitonic/fused distribution=uniform\"\nthan = [\"bitonic/fused distribution=zero\"]\n"
      "at-least = 0.9\nat-most = 1.1\n";
  const auto with = [](double ms) {
    return std::vector{timed("bitonic/fused", 64, 1), timed("bitonic/fused", 64, ms, "zero")};
  };
  EXPECT_EQ(verdict_on(alike, with(1.02)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(alike, with(1.5)), ClaimVerdict::differs);
  EXPECT_EQ(verdict_on(alike, with(0.5)), ClaimVerdict::differs);
}

TEST(ReproducedClaim, ComparesInputSizesByTheTimePerKey) {
  const std::string linear =
      "faster = \"bitonic/fused n=smallest\"\nthan = [\"bitonic/fused n=largest\"]\nunit = \"key\"\n"
      "at-least = 0.8\nat-most = 1.25\n";
  EXPECT_EQ(verdict_on(linear, {timed("bitonic/fused", 1024, 1), timed("bitonic/fused", 4096, 4)}),
            ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(linear, {timed("bitonic/fused", 1024, 1), timed("bitonic/fused", 4096, 16)}),
            ClaimVerdict::differs);
}

TEST(ReproducedClaim, IsStrongerAboveThePapersRangeWidenedByATenth) {
  const std::string range = fused_first + "paper-low = 2.0\npaper-high = 3.0\n";
  const auto with = [&range](double blend_ms) {
    return verdict_on(range, {timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, blend_ms)});
  };
  EXPECT_EQ(with(1.9), ClaimVerdict::holds);
  EXPECT_EQ(with(3.2), ClaimVerdict::holds);
  EXPECT_EQ(with(15.7), ClaimVerdict::stronger);
  EXPECT_EQ(with(1.5), ClaimVerdict::weaker);
  EXPECT_EQ(with(0.5), ClaimVerdict::reversed);
  EXPECT_EQ(bounds_text(experiment_with(range).claims.front()), "1.818 to 3.3");
  const Claim small = experiment_with(fused_first + "paper-low = 1.03\npaper-high = 1.03\n").claims.front();
  EXPECT_EQ(small.at_least, 1) << "an order stays an order";
  EXPECT_EQ(bounds_text(experiment_with(fused_first + "paper-low = 1.2\n").claims.front()), "above 1.2");
}

TEST(ReproducedClaim, AboutATrendIsUndecidedBelowFourSizes) {
  const std::string trend =
      "faster = \"bitonic/fused n=any\"\nthan = [\"bitonic/fused n=any\"]\nunit = \"key\"\nat-least = 0.8\n"
      "at-most = 1.25\ntrend = true\n";
  std::vector rows{timed("bitonic/fused", 64, 1), timed("bitonic/fused", 128, 2), timed("bitonic/fused", 256, 4)};
  const Judgement few = judge(experiment_with(trend).claims.front(), rows);
  EXPECT_EQ(few.verdict, ClaimVerdict::undecided);
  EXPECT_EQ(few.reason, "A trend needs 4 sizes, and this machine has results for 3.");
  rows.push_back(timed("bitonic/fused", 512, 8));
  const Judgement judgement = judge(experiment_with(trend).claims.front(), rows);
  EXPECT_EQ(judgement.verdict, ClaimVerdict::holds);
  EXPECT_EQ(judgement.pairs.size(), 12u) << "every size against every other";
  // A trend that fails only between two of the sizes must not hold.
  rows[1] = timed("bitonic/fused", 128, 3);
  EXPECT_NE(verdict_on(trend, rows), ClaimVerdict::holds);
}

TEST(ReproducedClaim, ComparesOneSizeIfBothSidesNameTheLargest) {
  const std::string largest = "faster = \"bitonic/fused n=largest\"\nthan = [\"bitonic/blend n=largest\"]\n";
  std::vector rows{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, 2)};
  EXPECT_EQ(verdict_on(largest, rows), ClaimVerdict::holds);
  rows.push_back(timed("bitonic/fused", 128, 8));
  EXPECT_EQ(verdict_on(largest, rows), ClaimVerdict::not_measured) << "128 keys against 64";
}

/// The machine is ten times as slow in three of seven rounds, for both sides.
TEST(ReproducedClaim, PairsTheSamplesOfARound) {
  std::vector rows{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, 2)};
  rows[0].samples_ms = {1, 10, 1, 1.01, 1, 9, 8};
  rows[1].samples_ms = {1.1, 11.2, 1.1, 1.12, 1.1, 10, 8.9};
  EXPECT_EQ(verdict_on("faster = \"bitonic/fused\"\nthan = [\"bitonic/blend\"]\n", rows), ClaimVerdict::holds);
  rows[1].group = rows[0].group + 1;
  EXPECT_EQ(verdict_on("faster = \"bitonic/fused\"\nthan = [\"bitonic/blend\"]\n", rows), ClaimVerdict::undecided);
  for (TrialResult& row : rows) row.samples_ms.resize(5);
  const Judgement few =
      judge(experiment_with("faster = \"bitonic/fused\"\nthan = [\"bitonic/blend\"]\n").claims.front(), rows);
  EXPECT_EQ(few.reason, "an interval needs 6 samples, and there are 5");
}

TEST(ReproducedClaim, IsNotComparableIfThePapersSetupIsMissing) {
  const std::vector rows{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, 2)};
  const Judgement judgement =
      judge(experiment_with(fused_first + "not-comparable = \"It needs a Pentium D.\"\n").claims.front(), rows);
  EXPECT_EQ(judgement.verdict, ClaimVerdict::not_comparable);
  EXPECT_EQ(judgement.reason, "It needs a Pentium D.");
  EXPECT_EQ(judgement.pairs.size(), 1u) << "the ratio is still shown";
}

TEST(ReproducedClaim, OfTheCpuAloneHasNoVerdictOnAGpu) {
  const std::string claim = "faster = \"std/sort@cpu\"\nthan = [\"bitonic/reference@cpu\"]\n";
  const std::vector rows{timed("std/sort@cpu", 64, 1), timed("bitonic/reference@cpu", 64, 2)};
  EXPECT_EQ(judge(experiment_with(claim).claims.front(), rows, false).verdict, ClaimVerdict::holds);
  EXPECT_EQ(judge(experiment_with(claim).claims.front(), rows, true).verdict, ClaimVerdict::not_measured);
}

TEST(ReproducedClaim, IsUndecidedIfTwoRunsDisagree) {
  const Claim claim = experiment_with(fused_first).claims.front();
  const std::vector first{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, 2)};
  const std::vector second{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, 0.7)};
  const Judgement both = combined(claim, {judge(claim, first), judge(claim, second)});
  ASSERT_EQ(both.pairs.size(), 1u);
  EXPECT_EQ(both.verdict, ClaimVerdict::undecided);
  EXPECT_NEAR(both.pairs.front().ratio.estimate, std::sqrt(2 * 0.7), 0.02) << "the geometric mean";
  EXPECT_LT(both.pairs.front().ratio.low, 0.8);
  EXPECT_GT(both.pairs.front().ratio.high, 1.9);
  EXPECT_EQ(combined(claim, {judge(claim, first), judge(claim, first)}).verdict, ClaimVerdict::holds);
}

}  // namespace
}  // namespace texelsort::app
