#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/app/reproduced.h"

namespace texelsort::app {
namespace {

TEST(ReproducedClaim, ComparesTheTimesOfPassesOfTheSameRun) {
  TrialResult row = timed("bitonic/fused", 64, 100);
  row.pass_times = {{"stage 1", "step 1", {1, 1.1, 1, 1, 1, 1}},
                    {"stage 2", "step 2", {4, 4.1, 4, 4, 4, 4}},
                    {"stage 2", "step 1", {2, 2, 2, 2, 2, 2}}};
  const auto ratio = [&row](const std::string& more) {
    const std::vector rows{row};
    const Judgement judgement =
        judge(experiment_with("faster = \"bitonic/fused\"\nthan = [\"bitonic/fused\"]\n" + more).claims.front(), rows);
    return judgement.pairs.empty() ? 0 : judgement.pairs.front().ratio.estimate;
  };
  EXPECT_NEAR(ratio("faster-in = [\"stage 1\"]\nthan-in = [\"stage 2\"]\n"), 6, 0.1) << "the sum of two";
  EXPECT_NEAR(ratio("faster-in = [\"stage 1\"]\nthan-in = [\"stage 2\"]\nunit = \"pass\"\n"), 3, 0.1) << "their mean";
  EXPECT_NEAR(ratio("faster-in = [\"*/step 1\"]\n"), 7 / 3.0, 0.1) << "against all passes";
  EXPECT_EQ(ratio("faster-in = [\"stage 3\"]\nthan-in = [\"stage 2\"]\n"), 0) << "no such pass";
  row.pass_times.clear();
  EXPECT_EQ(ratio("faster-in = [\"stage 1\"]\n"), 0) << "no pass was timed";
}

/// Returns an external sort of 10 s, whose bytes plain copies move in `copies_ms`.
TrialResult external_sort(double copies_ms) {
  TrialResult row = timed("std/sort@cpu", 1000, 10'000);
  row.task = "external-sort --run-size 25M";
  const auto times = [](double ms) { return std::vector<double>(7, ms); };
  row.pass_times = {{"making runs", "all", times(6000)},
                    {"merging", "all", times(3000)},
                    {"syncing", "all", times(1000)},
                    {"tasks", "sort", times(4000)},
                    {"storage", "to runs", times(copies_ms / 2)},
                    {"storage", "to output", times(copies_ms / 2)}};
  return row;
}

TEST(ReproducedClaim, ComparesAnExternalSortWithCopiesOfTheSameBytes) {
  const Claim claim = experiment_with(efficiency).claims.front();
  const std::vector rows{external_sort(7500)};
  const Judgement judgement = judge(claim, rows);
  ASSERT_EQ(judgement.pairs.size(), 1u);
  EXPECT_NEAR(judgement.pairs.front().ratio.estimate, 0.75, 1e-9) << "the phases are 10 s, the task is none of them";
  EXPECT_EQ(judgement.verdict, ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(efficiency, {external_sort(6000)}), ClaimVerdict::differs) << "60 % efficient";
  EXPECT_EQ(verdict_on(efficiency, {external_sort(9200)}), ClaimVerdict::differs) << "92 % efficient";
  TrialResult other = external_sort(7500);
  other.task = "external-sort --run-size 100M";
  EXPECT_EQ(verdict_on(efficiency, {other}), ClaimVerdict::not_measured) << "another run size";
}

TEST(ReproducedClaim, ComparesARateWithTheNumberOfThePaper) {
  TrialResult row = timed("bitonic/fused", 1000, 1);
  row.comparators = 3'000'000;
  const auto verdict = [&row](const std::string& rate) {
    return verdict_on("faster = \"bitonic/fused\"\nrate = " + rate + "\n", {row});
  };
  EXPECT_EQ(verdict("\"keys\"\nper-second = 9e5"), ClaimVerdict::holds) << "1,000 a millisecond";
  EXPECT_EQ(verdict("\"keys\"\nper-second = 1.1e6"), ClaimVerdict::reversed);
  EXPECT_EQ(verdict("\"compare-and-swaps\"\nper-second = 2.9e9"), ClaimVerdict::holds);
  row.comparators = 0;
  EXPECT_EQ(verdict("\"compare-and-swaps\"\nper-second = 1"), ClaimVerdict::not_measured);
}

/// Returns a row of a sort of 2^16 keys in rows of 256 texels, whose passes slow down from 8 rows on.
TrialResult row_with_block(std::size_t samples, double slower) {
  TrialResult row = timed("bitonic/single-quad", 1 << 16, 100);
  row.parameters = {{"mapping", "row-major"}, {"width", "256"}};
  for (std::uint64_t distance = 1; distance < (1 << 16); distance *= 2) {
    const double ms = distance < 8 * 256 ? 1 : slower;
    std::vector<double> times;
    for (std::size_t i = 0; i < samples; ++i) times.push_back(ms * (1 + 0.0001 * static_cast<double>(i % 3)));
    row.pass_times.push_back({"stage 16", fmt::format("step 1 (distance {})", distance), times});
    // A second pass of the same distance, and a pass without a distance, change nothing.
    row.pass_times.push_back({"stage 15", fmt::format("step 1 (distance {})", distance), times});
  }
  row.pass_times.push_back({"stage 16", "step 1 (mirrored)", std::vector<double>(samples, 9)});
  return row;
}

TEST(ReproducedClaim, EstimatesTheBlockOfACacheFromTheTimesOfPasses) {
  const auto judged = [](const char* parameter, const std::vector<TrialResult>& rows) {
    return judge(
        experiment_with(fmt::format("faster = \"bitonic/single-quad\"\ncache = \"{}\"\n", parameter)).claims.front(),
        rows);
  };
  const std::vector rows{row_with_block(7, 1.2)}, few{row_with_block(5, 1.2)}, flat{row_with_block(7, 0.9)};
  const Judgement height = judged("block-height", rows);
  EXPECT_EQ(height.verdict, ClaimVerdict::holds);
  ASSERT_EQ(height.pairs.size(), 1u);
  EXPECT_EQ(height.pairs.front().found, "8 rows [5 rows to 8 rows]");
  EXPECT_NE(ratio_text(height).find(": 8 rows [5 rows to 8 rows]"), std::string::npos) << ratio_text(height);
  EXPECT_NE(judged("block-width", rows).verdict, ClaimVerdict::holds);
  EXPECT_NE(judged("cache-size", rows).verdict, ClaimVerdict::holds) << "there is one jump";
  EXPECT_NE(judged("block-height", flat).verdict, ClaimVerdict::holds) << "far passes are faster";
  const Judgement unmeasured = judged("block-height", few);
  EXPECT_EQ(unmeasured.verdict, ClaimVerdict::not_measured);
  EXPECT_EQ(unmeasured.reason, "an interval needs 6 samples of each pass, and there are 5");
}

TEST(ReproducedClaim, ComparesMemoryWithoutConfidenceIntervals) {
  TrialResult small = timed("bitonic/fused", 64, 1), large = timed("bitonic/blend", 64, 1);
  small.device_bytes = 100;
  large.device_bytes = 150;
  const std::string memory = fused_first + "unit = \"memory\"\n";
  EXPECT_EQ(verdict_on(memory, {small, large}), ClaimVerdict::holds);
  large.device_bytes = 90;
  EXPECT_EQ(verdict_on(memory + "at-least = 1.1\n", {small, large}), ClaimVerdict::reversed);
  large.device_bytes = 0;
  EXPECT_EQ(verdict_on(memory, {small, large}), ClaimVerdict::not_measured);
}

TEST(ReproducedClaim, ComparesMeasurementsOfEqualInputSizesPairwise) {
  const std::vector rows{timed("bitonic/fused", 64, 1), timed("bitonic/fused", 128, 1), timed("bitonic/fused", 256, 9),
                         timed("bitonic/blend", 64, 2), timed("bitonic/blend", 128, 2), timed("bitonic/blend", 256, 2)};
  const Judgement judgement =
      judge(experiment_with("faster = \"bitonic/fused n=64|128\"\nthan = [\"bitonic/blend\"]\n").claims.front(), rows);
  EXPECT_EQ(judgement.pairs.size(), 2u) << "64 with 64, and 128 with 128";
  EXPECT_EQ(judgement.verdict, ClaimVerdict::holds);
}

}  // namespace
}  // namespace texelsort::app
