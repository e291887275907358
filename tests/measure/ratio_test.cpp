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

TEST(TimeRatio, RejectsAnEmptySampleSet) {
  EXPECT_THROW(ratio_of({}, std::vector<double>{1}), InternalError);
}

}  // namespace
}  // namespace texelsort::measure
