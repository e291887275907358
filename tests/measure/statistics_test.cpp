#include "compute/measure/statistics.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace texelsort::measure {
namespace {

std::vector<double> one_to(std::size_t n) {
  std::vector<double> samples(n);
  std::iota(samples.begin(), samples.end(), 1.0);
  return samples;
}

/// Returns the probability that k of n fair coins show heads, computed by Pascal's triangle. Shares no code with the
/// function under test.
double fair_coins(std::size_t n, std::size_t k) {
  std::vector<double> row{1};
  for (std::size_t i = 0; i < n; ++i) {
    row.push_back(0);
    for (std::size_t j = row.size() - 1; j > 0; --j) row[j] = (row[j] + row[j - 1]) / 2;
    row[0] /= 2;
  }
  return row[k];
}

/// Returns the probability that the median lies between the r-th smallest and the r-th largest of n samples.
double coverage(std::size_t n, std::size_t r) {
  double outside = 0;
  for (std::size_t k = 0; k < r; ++k) outside += 2 * fair_coins(n, k);
  return 1 - outside;
}

TEST(SampleSummary, IsZeroWithoutSamples) {
  const Summary summary = summarise({});
  EXPECT_EQ(summary.samples, 0u);
  EXPECT_EQ(summary.median, 0);
}

TEST(SampleSummary, AveragesTheTwoMiddleSamplesAsTheMedianOfAnEvenCount) {
  EXPECT_DOUBLE_EQ(summarise(std::vector<double>{4, 1, 3, 2}).median, 2.5);
  EXPECT_DOUBLE_EQ(summarise(std::vector<double>{5}).median, 5);
}

TEST(SampleSummary, UsesTheExtremesAsTheIntervalForFewerThanSixSamples) {
  for (std::size_t n = 1; n < 6; ++n) {
    const Summary summary = summarise(one_to(n));
    EXPECT_EQ(summary.low, 1);
    EXPECT_EQ(summary.high, static_cast<double>(n));
  }
}

/// Ranks for a confidence of 95 %, from tables of the sign test.
TEST(MedianConfidenceInterval, UsesTheRanksOfTheSignTest) {
  struct Known {
    std::size_t n, low, high;
  };
  for (const Known known : {Known{6, 1, 6}, Known{7, 1, 7}, Known{8, 1, 8}, Known{9, 2, 8}, Known{12, 3, 10},
                            Known{15, 4, 12}, Known{20, 6, 15}, Known{25, 8, 18}}) {
    const Summary summary = summarise(one_to(known.n));
    EXPECT_EQ(summary.low, static_cast<double>(known.low)) << known.n;
    EXPECT_EQ(summary.high, static_cast<double>(known.high)) << known.n;
  }
}

TEST(MedianConfidenceInterval, IsTheNarrowestThatCovers95Percent) {
  for (std::size_t n = 6; n <= 300; ++n) {
    const Summary summary = summarise(one_to(n));
    const auto rank = static_cast<std::size_t>(summary.low);
    ASSERT_EQ(summary.high, static_cast<double>(n + 1 - rank)) << n;
    EXPECT_GE(coverage(n, rank), 0.95) << n;
    EXPECT_LT(coverage(n, rank + 1), 0.95) << n;
  }
}

TEST(SampleSummary, DoesNotDependOnTheOrderOfSamples) {
  std::vector<double> samples = one_to(41);
  const Summary expected = summarise(samples);
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(samples.begin(), samples.end(), random);
    const Summary summary = summarise(samples);
    EXPECT_EQ(summary.median, expected.median);
    EXPECT_EQ(summary.low, expected.low);
    EXPECT_EQ(summary.high, expected.high);
  }
}

TEST(MedianConfidenceInterval, IsCorrectForThousandsOfSamples) {
  const Summary summary = summarise(one_to(20001));
  // The expected ranks are n/2 -+ 1.96 sqrt(n)/2, by the normal approximation.
  EXPECT_NEAR(summary.low, 10001 - 138.6, 2);
  EXPECT_NEAR(summary.high, 10001 + 138.6, 2);
}

TEST(MedianConfidenceInterval, DoesNotExistBelowSixSamples) {
  for (std::size_t n = 1; n <= 8; ++n) {
    EXPECT_EQ(summarise(one_to(n)).has_interval(), n >= 6) << n;
    EXPECT_EQ(summarise(one_to(n)).lower().has_value(), n >= 6) << n;
  }
}

/// The quartiles of 1 to 9 are 3 and 7, and their median is 5.
TEST(SampleSummary, StatesTheRangeOfTheMiddleHalfAsNoise) {
  EXPECT_DOUBLE_EQ(summarise(one_to(9)).noise, 4.0 / 5);
  EXPECT_EQ(summarise(one_to(1)).noise, 0);
}

/// 5 % of 21 samples are 1.05, so that one sample is below the percentile, and none of 20.
TEST(FifthPercentile, HasLessThan5PercentOfTheSamplesBelowIt) {
  EXPECT_EQ(fifth_percentile(std::vector<double>{3}), 3);
  for (const auto& [n, expected] : {std::pair<std::size_t, double>{20, 1}, {21, 2}, {40, 2}, {41, 3}, {200, 10}}) {
    std::vector<double> samples = one_to(n);
    std::ranges::reverse(samples);
    EXPECT_EQ(fifth_percentile(samples), expected) << n << " samples";
  }
}

}  // namespace
}  // namespace texelsort::measure
