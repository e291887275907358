// Tests of the meaning of k, medians and quantiles. Expected quantiles are computed by hand from the definitions of
// Hyndman & Fan.
#include "compute/algorithms/selection/question.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {
namespace {

using Kind = Question::Kind;

/// Returns the answer to a question about keys, as text.
template <typename Key>
std::string ask(const Question& question, std::vector<Key> keys, data::Order order = data::Order::ascending) {
  Problem problem{std::move(keys), order};
  problem.ranks = ranks_of({question}, problem.n(), order);
  std::vector<std::uint64_t> codes = data::codes(problem.keys, order);
  std::ranges::sort(codes);
  Selection selection;
  for (const std::uint64_t rank : problem.ranks) selection.candidates.push_back({rank, codes[rank], codes[rank]});
  return answer(question, problem, selection).text;
}

Question quantile(double q, Interpolation interpolation) {
  return {.kind = Kind::quantile, .quantile = q, .interpolation = interpolation};
}

TEST(SelectionQuestion, CountsTheLargestAndTheSmallestElementFromOne) {
  const std::vector<std::int32_t> keys{5, -3, 9, 0};
  EXPECT_EQ(ask({.kind = Kind::largest, .k = 1}, keys), "9");
  EXPECT_EQ(ask({.kind = Kind::largest, .k = 4}, keys), "-3");
  EXPECT_EQ(ask({.kind = Kind::smallest, .k = 2}, keys), "0");
  EXPECT_EQ(ask({.kind = Kind::minimum}, keys), "-3");
  EXPECT_EQ(ask({.kind = Kind::maximum}, keys), "9");
}

TEST(SelectionQuestion, FindsTheSameElementInAscendingAndDescendingOrder) {
  const std::vector<std::int32_t> keys{5, -3, 9, 0};
  for (const Question& question : {Question{.kind = Kind::largest, .k = 2}, Question{.kind = Kind::smallest, .k = 2},
                                   quantile(0.4, Interpolation::linear), quantile(0.4, Interpolation::lower)}) {
    EXPECT_EQ(ask(question, keys), ask(question, keys, data::Order::descending)) << text(question);
  }
}

TEST(SelectionQuestion, FindsBothMediansOfAnEvenNumberOfKeys) {
  const std::vector<std::uint32_t> even{4, 1, 3, 2}, odd{4, 1, 3};
  EXPECT_EQ(ask({.kind = Kind::median, .interpolation = Interpolation::lower}, even), "2");
  EXPECT_EQ(ask({.kind = Kind::median, .interpolation = Interpolation::higher}, even), "3");
  EXPECT_EQ(ask({.kind = Kind::median, .interpolation = Interpolation::midpoint}, even), "2.5");
  EXPECT_EQ(ask({.kind = Kind::median, .interpolation = Interpolation::lower}, odd), "3");
  EXPECT_EQ(ask({.kind = Kind::median, .interpolation = Interpolation::higher}, odd), "3");
}

TEST(SelectionQuestion, FindsQuantilesByTheDefinitionOfEachInterpolation) {
  const std::vector<std::uint32_t> keys{10, 20, 30, 40};  // quantile q lies at position 3 q of four keys
  EXPECT_EQ(ask(quantile(0.25, Interpolation::lower), keys), "10");
  EXPECT_EQ(ask(quantile(0.25, Interpolation::higher), keys), "20");
  EXPECT_EQ(ask(quantile(0.25, Interpolation::nearest), keys), "20");
  // Positions 1 and 2 are equally near. The definition chooses 2, because it is even.
  EXPECT_EQ(ask(quantile(0.5, Interpolation::nearest), keys), "30");
  EXPECT_EQ(ask(quantile(0.25, Interpolation::midpoint), keys), "15");
  EXPECT_EQ(ask(quantile(0.25, Interpolation::linear), keys), "17.5");
  // One of four keys is a quarter, so the first key suffices.
  EXPECT_EQ(ask(quantile(0.25, Interpolation::inverted_cdf), keys), "10");
  EXPECT_EQ(ask(quantile(0.26, Interpolation::inverted_cdf), keys), "20");
  for (const auto each : {Interpolation::lower, Interpolation::linear, Interpolation::inverted_cdf}) {
    EXPECT_EQ(ask(quantile(0, each), keys), "10");
    EXPECT_EQ(ask(quantile(1, each), keys), "40");
  }
}

/// A quantile means the exact decimal fraction that the user wrote. 100 * 0.07 must be 7, although the product of the
/// doubles is larger.
TEST(SelectionQuestion, TreatsAQuantileAsAnExactDecimalFraction) {
  constexpr std::uint64_t hundredths = 100;
  for (std::uint64_t n = 1; n <= 1001; n += n < 130 ? 1 : 67) {
    for (std::uint64_t i = 0; i <= hundredths; ++i) {
      // The double that is nearest to the decimal fraction i / 100.
      const double q = static_cast<double>(i) / hundredths;
      const std::uint64_t above_cdf = (n * i + hundredths - 1) / hundredths, scaled = (n - 1) * i;
      const auto low = [&](Interpolation interpolation) { return place_of(quantile(q, interpolation), n).low; };
      ASSERT_EQ(low(Interpolation::inverted_cdf), above_cdf == 0 ? 0 : above_cdf - 1) << q << " of " << n;
      ASSERT_EQ(low(Interpolation::lower), scaled / hundredths) << q << " of " << n;
      ASSERT_EQ(low(Interpolation::higher), (scaled + hundredths - 1) / hundredths) << q << " of " << n;
      const bool is_tie = scaled % hundredths == hundredths / 2;
      const std::uint64_t nearest = is_tie ? (scaled / hundredths + 1) / 2 * 2 : (scaled + hundredths / 2) / hundredths;
      ASSERT_EQ(low(Interpolation::nearest), nearest) << q << " of " << n;
      ASSERT_DOUBLE_EQ(place_of(quantile(q, Interpolation::linear), n).weight,
                       static_cast<double>(scaled % hundredths) / hundredths)
          << q << " of " << n;
    }
  }
  // For positions near the maximum number of keys, a double has no digits after the decimal point.
  constexpr std::uint64_t most = ~std::uint64_t{0};
  // Must be (most - 1) / 5.
  EXPECT_EQ(place_of(quantile(0.2, Interpolation::lower), most).low, 3'689'348'814'741'910'322u);
  EXPECT_EQ(place_of(quantile(1, Interpolation::higher), most).low, most - 1);
  EXPECT_EQ(place_of(quantile(5e-324, Interpolation::higher), most).low, 1u);
  EXPECT_EQ(place_of(quantile(-0.0, Interpolation::higher), most).low, 0u);
}

TEST(SelectionQuestion, InterpolatesBetween64BitIntegersExactly) {
  constexpr std::int64_t low = INT64_MIN, high = INT64_MAX;
  EXPECT_EQ(ask(quantile(0.5, Interpolation::linear), std::vector<std::int64_t>{low, high - 1}), "-1");
  constexpr std::uint64_t large = 1'000'000'000'000'000'001;
  EXPECT_EQ(ask(quantile(0.5, Interpolation::linear), std::vector<std::uint64_t>{large, large + 2}),
            std::to_string(large + 1));
}

TEST(SelectionQuestion, InterpolatesBetweenFloatsInFloatingPoint) {
  EXPECT_EQ(ask(quantile(0.5, Interpolation::midpoint), std::vector<float>{1.5f, 2.25f}), "1.875");
  EXPECT_EQ(ask(quantile(0.5, Interpolation::linear), std::vector<double>{-INFINITY, INFINITY}), "nan");
}

TEST(SelectionQuestion, FollowsTheTotalOrderOfFloats) {
  const std::vector<float> keys{0.0f, -0.0f, NAN, -NAN, INFINITY};
  EXPECT_EQ(ask({.kind = Kind::maximum}, keys), "nan");
  EXPECT_EQ(ask({.kind = Kind::minimum}, keys), "-nan");
  EXPECT_EQ(ask({.kind = Kind::smallest, .k = 2}, keys), "-0");
  EXPECT_EQ(ask({.kind = Kind::smallest, .k = 3}, keys), "0");
}

TEST(SelectionQuestion, RejectsRanksAndQuantilesOutOfRange) {
  EXPECT_THROW(place_of({.kind = Kind::largest, .k = 0}, 5), UsageError);
  EXPECT_THROW(place_of({.kind = Kind::smallest, .k = 6}, 5), UsageError);
  EXPECT_THROW(place_of(quantile(1.5, Interpolation::linear), 5), UsageError);
  EXPECT_THROW(place_of(quantile(NAN, Interpolation::linear), 5), UsageError);
  EXPECT_THROW(place_of({.kind = Kind::median}, 0), UsageError);
}

TEST(SelectionQuestion, IsPrintedInWords) {
  EXPECT_EQ(text(Question{.kind = Kind::largest, .k = 2}), "2nd largest");
  EXPECT_EQ(text(Question{.kind = Kind::largest, .k = 11}), "11th largest");
  EXPECT_EQ(text(Question{.kind = Kind::smallest, .k = 103}), "103rd smallest");
  EXPECT_EQ(text(quantile(0.25, Interpolation::inverted_cdf)), "quantile 0.25 (inverted-cdf)");
}

}  // namespace
}  // namespace texelsort::algorithms
