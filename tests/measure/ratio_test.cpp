#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/measure/statistics.h"

namespace texelsort::measure {
namespace {

std::vector<double> times(double median, double spread, int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> made;
  for (int i = 0; i < count; ++i) {
    made.push_back(median * std::exp(spread * (static_cast<double>(random() % 2001) - 1000) / 1000));
  }
  return made;
}

/// Computed by hand: the nine ratios of 2, 4, 8 to 1, 2, 4 are 1/2, 1, 1, 2, 2, 2, 4, 4, 8.
TEST(TimeRatio, IsTheMedianOfTheRatiosOfAllPairs) {
  const std::vector<double> after{2, 4, 8}, before{1, 2, 4};
  const Ratio ratio = ratio_of(after, before);
  EXPECT_DOUBLE_EQ(ratio.estimate, 2);
  EXPECT_DOUBLE_EQ(ratio.low, 0.5) << "three of each are too few for an interval";
  EXPECT_DOUBLE_EQ(ratio.high, 8);
}

TEST(TimeRatio, IsInvertedWhenItsSampleSetsAreSwapped) {
  const auto a = times(1, 0.1, 21, 1), b = times(1.3, 0.1, 17, 2);
  const Ratio there = ratio_of(a, b), back = ratio_of(b, a);
  EXPECT_NEAR(there.estimate, 1 / back.estimate, 1e-12);
  EXPECT_NEAR(there.low, 1 / back.high, 1e-12);
  EXPECT_NEAR(there.high, 1 / back.low, 1e-12);
}

TEST(TimeRatio, IsNotAffectedByAFewOutliers) {
  auto slow = times(1, 0.02, 31, 3);
  const auto plain = times(1, 0.02, 31, 4);
  for (int i = 0; i < 3; ++i) slow[static_cast<std::size_t>(i)] = 100;
  const Ratio ratio = ratio_of(slow, plain);
  EXPECT_GT(ratio.low, 0.97);
  EXPECT_LT(ratio.high, 1.03);
}

/// The interval should exclude 1 for about 50 of 1,000 pairs of sets with the same median.
TEST(TimeRatio, HasAConfidenceIntervalThatIsRightInAbout95PercentOfCases) {
  int missed = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Ratio ratio = ratio_of(times(1, 0.3, 15, 2 * seed + 1000), times(1, 0.3, 15, 2 * seed + 1001));
    missed += ratio.low > 1 || ratio.high < 1;
  }
  EXPECT_GT(missed, 20);
  EXPECT_LT(missed, 90);
}

/// Computed by hand: the ratios of the rounds are 2, 2 and 8. The logarithms to base 2 of their Walsh averages are 1,
/// 1, 1, 2, 2, 3, so that the estimate is 2^1.5.
TEST(PairedRatio, IsTheMedianOfTheWalshAverages) {
  const std::vector<double> after{2, 4, 8}, before{1, 2, 1};
  const Ratio ratio = paired_ratio(after, before);
  EXPECT_DOUBLE_EQ(ratio.estimate, std::exp2(1.5));
  EXPECT_DOUBLE_EQ(ratio.low, 2);
  EXPECT_DOUBLE_EQ(ratio.high, 8);
  EXPECT_FALSE(ratio.has_interval());
}

/// Hollander, Wolfe and Chicken, table A.4: the largest c with P(T < c) <= 0.025 is 1, 3, 4, 6 and 9 for n = 6 to 10.
/// The interval ends with the averages of number c from each end. With ratios e^1, e^2, e^4, ..., all averages differ.
TEST(PairedRatio, HasTheExactIntervalOfTheSignedRankTest) {
  const std::vector<std::size_t> cuts{1, 3, 4, 6, 9};
  for (std::size_t n = 6; n <= 10; ++n) {
    std::vector<double> logs, averages, after;
    for (std::size_t i = 0; i < n; ++i) logs.push_back(std::exp2(static_cast<double>(i)));
    for (std::size_t i = 0; i < n; ++i) {
      after.push_back(std::exp(logs[i] / 1024));
      for (std::size_t j = 0; j <= i; ++j) averages.push_back((logs[i] + logs[j]) / 2 / 1024);
    }
    std::ranges::sort(averages);
    const Ratio ratio = paired_ratio(after, std::vector<double>(n, 1.0));
    const std::size_t cut = cuts[n - 6];
    EXPECT_NEAR(std::log(ratio.low), averages[cut - 1], 1e-12) << n;
    EXPECT_NEAR(std::log(ratio.high), averages[averages.size() - cut], 1e-12) << n;
    EXPECT_TRUE(ratio.has_interval());
  }
}

TEST(PairedRatio, HasNoIntervalBelowSixRounds) {
  for (std::size_t n = 1; n <= 8; ++n) {
    const std::vector<double> same(n, 1.0);
    EXPECT_EQ(paired_ratio(same, same).has_interval(), n >= 6) << n;
    EXPECT_EQ(paired_ratio(same, same, 1 - 0.05 / 3).has_interval(), n >= 7) << n;
  }
}

/// Times of two equal configurations on a machine that becomes twice as slow and fast again: the rounds see the same
/// machine, so that the ratio stays 1 although the times vary by a factor of 2.
TEST(PairedRatio, IsNotAffectedByAChangeOfTheMachineBetweenRounds) {
  auto a = times(1, 0.01, 20, 11), b = times(1, 0.01, 20, 12);
  for (std::size_t i = 5; i < 13; ++i) {
    a[i] *= 2;
    b[i] *= 2;
  }
  const Ratio ratio = paired_ratio(a, b);
  EXPECT_GT(ratio.low, 0.98);
  EXPECT_LT(ratio.high, 1.02);
}

/// The interval should exclude 1 for about 50 of 1,000 pairs of equal configurations, although bursts of load make half
/// of the rounds slower.
TEST(PairedRatio, HasAConfidenceIntervalThatIsRightInAbout95PercentOfCasesUnderLoad) {
  int missed = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    auto a = times(1, 0.1, 15, 2 * seed + 5000), b = times(1, 0.1, 15, 2 * seed + 5001);
    for (std::size_t i = seed % 7; i < 15; i += 2) {
      a[i] *= 1.8;
      b[i] *= 1.8;
    }
    const Ratio ratio = paired_ratio(a, b);
    missed += ratio.low > 1 || ratio.high < 1;
  }
  EXPECT_GT(missed, 20);
  EXPECT_LT(missed, 80);
}

/// Computed by hand. The shortest times of each four rounds are 2, 4, 8 and 1, 2, 1, as in the first test of
/// PairedRatio. Eleven rounds form three groups of three.
TEST(CalmRatio, ComparesTheShortestTimesOfFourRounds) {
  const std::vector<double> after{9, 2, 3, 5, 4, 6, 9, 9, 9, 9, 9, 8}, before{3, 1, 7, 7, 7, 7, 5, 2, 1, 3, 3, 3};
  EXPECT_DOUBLE_EQ(calm_ratio(after, before), std::exp2(1.5));
  const std::vector<double> shorter_after{2, 9, 9, 9, 9, 4, 9, 8, 9, 1, 1},
      shorter_before{1, 5, 5, 5, 2, 5, 5, 5, 1, 9, 9};
  EXPECT_DOUBLE_EQ(calm_ratio(shorter_after, shorter_before), std::exp2(1.5));
  EXPECT_DOUBLE_EQ(calm_ratio(std::vector<double>{3}, std::vector<double>{2}), 1.5);
}

/// One of two configurations needs 10 % more time. Other programs double two of five times, independently.
TEST(CalmRatio, VariesLessUnderLoadThanTheRatioByRound) {
  double calm = 0, by_round = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto a = times(1.1, 0.01, 48, 2 * seed + 9000), b = times(1, 0.01, 48, 2 * seed + 9001);
    std::mt19937_64 random(seed);
    for (double& ms : a) ms *= random() % 5 < 2 ? 2 : 1;
    for (double& ms : b) ms *= random() % 5 < 2 ? 2 : 1;
    calm += std::abs(std::log(calm_ratio(a, b) / 1.1));
    by_round += std::abs(std::log(paired_ratio(a, b).estimate / 1.1));
  }
  EXPECT_LT(calm / 200, 0.01);
  EXPECT_GT(by_round, 2 * calm);
}

TEST(TimingVerdict, FollowsFromTheIntervalAlone) {
  const auto verdict = [](double low, double high, std::uint64_t samples, double tolerance) {
    return verdict_of({(low + high) / 2, low, high, samples}, tolerance);
  };
  EXPECT_EQ(verdict(0.8, 0.99, 6, 0), Verdict::faster);
  EXPECT_EQ(verdict(1.01, 1.2, 6, 0), Verdict::slower);
  EXPECT_EQ(verdict(0.745, 0.916, 15, 0), Verdict::faster) << "whatever the intervals of both times are";
  EXPECT_EQ(verdict(0.9, 1.1, 100, 0), Verdict::undecided);
  EXPECT_EQ(verdict(0.8, 0.99, 5, 0), Verdict::undecided) << "five samples have no interval";
  EXPECT_EQ(verdict(0.97, 1.04, 6, 0.05), Verdict::same);
  EXPECT_EQ(verdict(0.9, 0.97, 6, 0.05), Verdict::undecided);
  EXPECT_EQ(verdict(0.9, 0.95, 6, 0.05), Verdict::faster);
}

TEST(TimeRatio, RejectsAnEmptySampleSet) {
  EXPECT_THROW(ratio_of({}, std::vector<double>{1}), InternalError);
  EXPECT_THROW(paired_ratio({}, std::vector<double>{1}), InternalError);
  EXPECT_THROW(calm_ratio({}, std::vector<double>{1}), InternalError);
}

}  // namespace
}  // namespace texelsort::measure
