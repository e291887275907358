#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/export/reproduction_report.h"
#include "app/tuning/experiments/setup.h"
#include "app/tuning/experiments/verdict.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

TrialResult timed(const std::string& algorithm, std::uint64_t n, double ms,
                  const std::string& distribution = "uniform") {
  TrialResult row{.reason = {},
                  .algorithm = algorithm,
                  .type = "u32",
                  .distribution = distribution,
                  .order = "asc",
                  .payload = "none",
                  .n = n};
  for (int i = 0; i < 15; ++i) row.samples_ms.push_back(ms * (1 + 0.001 * i));
  row.ms = measure::summarise(row.samples_ms);
  return row;
}

Experiment experiment_with(const std::string& claim) {
  return read_experiment(
      "format = 1\ntitle = \"T\"\nsource = \"S.\"\nhardware = \"H\"\n[[measure]]\n"
      "configurations = [\"bitonic/*\"]\nsoftware = [\"64\"]\ngpu = [\"64\"]\n[[claim]]\n"
      "says = \"A is faster\"\nwhere = \"figure 1\"\n" +
          claim,
      "mine.toml");
}

ClaimVerdict verdict_on(const std::string& claim, const std::vector<TrialResult>& rows) {
  return judge(experiment_with(claim).claims.front(), rows).verdict;
}

const std::string fused_first = "faster = \"bitonic/fused\"\nthan = [\"bitonic/blend\"]\n";

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
  EXPECT_LT(both.pairs.front().ratio.low, 0.8);
  EXPECT_GT(both.pairs.front().ratio.high, 1.9);
  EXPECT_EQ(combined(claim, {judge(claim, first), judge(claim, first)}).verdict, ClaimVerdict::holds);
}

TEST(ReproducedClaim, ListsTheSettingsThatDifferFromThePaper) {
  TrialResult columns = timed("radix/srts@cuda", 64, 1), moved = columns;
  columns.payload = moved.payload = "record:2 by-field";
  columns.parameters = {{"digit", "8"}, {"blocks", "264"}, {"records", "indirect"}, {"rearrange", "transpose"}};
  moved.parameters = columns.parameters;
  moved.parameters["rearrange"] = "gather";
  Claim claim = experiment_with(fused_first).claims.front();
  claim.paper_problems = {{"n", {"128", "256"}}, {"type", {"u32"}}};
  Judgement judgement;
  judgement.pairs.push_back({&columns, &moved, {1, 1, 1}, ClaimVerdict::holds});
  const RanSetup setup = ran_setup(claim, judgement);
  ASSERT_EQ(setup.configurations.size(), 2u);
  EXPECT_EQ(setup.configurations[0].differ,
            (std::vector<std::string>{"digit = 8 (paper: 4)", "rearrange = transpose (paper: gather)"}));
  EXPECT_EQ(setup.configurations[1].differ, (std::vector<std::string>{"digit = 8 (paper: 4)"}));
  EXPECT_EQ(setup.configurations[1].same, (std::vector<std::string>{"rearrange = gather"}));
  EXPECT_EQ(setup.configurations[0].unsourced,
            (std::map<std::string, std::set<std::string>>{{"blocks", {"264"}}, {"records", {"indirect"}}}));
  EXPECT_EQ(setup.problems, (std::vector<std::string>{"n = 2^6 (paper: 128 to 256)"}));
}

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

const std::string efficiency =
    "faster = \"std/sort@cpu external-sort --run-size 25M\"\nfaster-in = [\"making runs\", \"merging\", \"syncing\"]\n"
    "than = [\"std/sort@cpu external-sort --run-size 25M\"]\nthan-in = [\"storage\"]\npaper-low = 0.75\n"
    "paper-high = 0.75\n";

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

TEST(ReproducedClaim, DistinguishesConfigurationsByTheirParameters) {
  TrialResult set = timed("bitonic/blend", 64, 9);
  set.given = set.parameters = {{"width", "8"}};
  EXPECT_EQ(verdict_on(fused_first, {timed("bitonic/fused", 64, 1), set}), ClaimVerdict::not_measured);
  EXPECT_EQ(verdict_on("faster = \"bitonic/fused\"\nthan = [\"bitonic/blend:width=8\"]\n",
                       {timed("bitonic/fused", 64, 1), set}),
            ClaimVerdict::holds);
}

TEST(ExperimentFile, IsRejectedWithTheLineOfTheError) {
  const auto refusal = [](const std::string& claim) {
    try {
      experiment_with(claim);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("was read");
  };
  EXPECT_NE(refusal("faster = \"bitonic/fused\"\n").find("mine.toml:9: a claim needs 'than'"), std::string::npos)
      << refusal("faster = \"bitonic/fused\"\n");
  EXPECT_NE(refusal(fused_first + "at-lest = 2\n").find("a similar key 'at-least'"), 0u);
  EXPECT_NE(refusal(fused_first + "at-lest = 2\n").find("no key 'at-lest'"), std::string::npos);
  EXPECT_NE(
      refusal("faster = \"bitonic/*\"\nthan = [\"bitonic/blend\"]\n").find("expected one algorithm, but several match"),
      std::string::npos);
  EXPECT_NE(refusal("faster = \"bitonic/fused m=2\"\nthan = [\"bitonic/blend\"]\n").find("expected NAME=VALUE"),
            std::string::npos);
  EXPECT_NE(refusal(fused_first + "unit = \"sec\"\n").find("unknown value 'sec' of 'unit': choose from whole, key"),
            std::string::npos);
  EXPECT_NE(refusal(fused_first + "rate = \"keys\"\nper-second = 1.0\n").find("no 'than'"), std::string::npos);
  EXPECT_NE(refusal("faster = \"bitonic/fused\"\nrate = \"keys\"\n").find("the paper's number"), std::string::npos);
  EXPECT_NE(refusal(fused_first + "cache = \"block-width\"\n").find("neither 'rate' nor 'than'"), std::string::npos);
  EXPECT_NE(refusal(fused_first + "paper-high = 2.0\n").find("needs 'paper-low'"), std::string::npos);
}

/// Returns an experiment that sorts files with these further keys of its [[measure]].
Experiment external_experiment(const std::string& more) {
  return read_experiment(
      "format = 1\ntitle = \"T\"\nsource = \"S.\"\nhardware = \"H\"\n[[measure]]\n"
      "configurations = [\"std/sort@cpu\", \"hwy/vqsort@cpu\"]\nsoftware = [\"1k\", \"2^11\"]\n" +
          more + "[[claim]]\nsays = \"A\"\nwhere = \"B\"\n" + efficiency,
      "files.toml");
}

TEST(ExperimentFile, DescribesTheExternalSortsThatItsClaimsCompare) {
  const Experiment experiment =
      external_experiment("tasks = [\"external-sort --run-size 25M\", \"external-sort --run-size 1M\"]\n");
  const auto rows = external_rows(experiment, {.effort = Effort::software});
  ASSERT_EQ(rows.size(), 2u) << "no claim is about the other run size and algorithm";
  for (const TrialResult& row : rows) {
    EXPECT_EQ(row.algorithm, "std/sort@cpu");
    EXPECT_EQ(row.task, "external-sort --run-size 25M");
    EXPECT_TRUE(row.n == 1000 || row.n == 2048) << row.n;
  }
  EXPECT_TRUE(external_rows(experiment, {.effort = Effort::quick}).empty()) << "no sizes";
  EXPECT_TRUE(trials_of(experiment, {.effort = Effort::software}, nullptr).empty()) << "no sorts of keys";
  EXPECT_EQ(interleaved_groups(experiment, rows).size(), 2u) << "the claim compares no two sizes";
}

TEST(ExperimentFile, RejectsExternalSortsOfOtherProblems) {
  const std::string tasks = "tasks = [\"external-sort\"]\n";
  for (const std::string more : {"types = [\"u32\"]\n", "payloads = [\"index\"]\n", "distributions = [\"zero\"]\n"})
    EXPECT_THROW(external_experiment(tasks + more), UsageError) << more;
  EXPECT_THROW(external_experiment("tasks = [\"external-sort\", \"-k 5\"]\n"), UsageError);
}

/// Every claim must name configurations that its experiment measures. On a GPU, all of them must be compared.
TEST(ReproducedClaim, HasMeasurementsForEveryPublishedClaimOnAGpu) {
  for (const Experiment& experiment : experiments()) {
    const auto trials = trials_of(experiment, {.effort = Effort::gpu}, nullptr);
    const auto external = external_rows(experiment, {.effort = Effort::gpu});
    std::vector<TrialResult> rows = external;
    for (const Trial& trial : trials) rows.push_back(describe(trial));
    for (const Claim& claim : experiment.claims) {
      if (claim.faster.text.find("@cpu") != std::string::npos) continue;  // no result of a GPU
      EXPECT_GE(compared_rows(claim, rows).size(), claim.than.size()) << experiment.file << ":" << claim.line;
    }
    std::size_t grouped = 0;
    for (const auto& group : interleaved_groups(experiment, trials)) grouped += group.size();
    for (const auto& group : interleaved_groups(experiment, external)) grouped += group.size();
    EXPECT_EQ(grouped, trials.size() + external.size());
  }
}

class ReproduceCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    write_file(file_, R"(format = 1
title = "Fused passes"
source = "A paper."
hardware = "a machine"
[[measure]]
configurations = ["bitonic/fused", "bitonic/single-quad", "radix/grs@cuda"]
quick = ["2^10"]
gpu = ["2^10"]
software = ["2^10"]
[[claim]]
says = "Fused passes are faster | than single ones"
where = "figure 1"
paper = "2 times"
paper-low = 2.0
paper-high = 2.0
faster = "bitonic/fused"
than = ["bitonic/single-quad"]
[claim.why]
holds = "There are fewer passes."
weaker = "There are fewer passes."
undecided = "There are fewer passes."
reversed = "There are fewer passes."
stronger = "There are fewer passes."
[[claim]]
says = "Radix sort is faster"
where = "figure 2"
faster = "radix/grs@cuda"
than = ["bitonic/fused"]
)");
  }

  TemporaryFolder folder_;
  const std::string file_ = folder_ / "fused.toml", results_ = folder_ / "results";
};

TEST_F(ReproduceCommand, ReportsTheSameFromSavedMeasurements) {
  const Outcome outcome = run_program({"reproduce", file_, "--quick", "--samples", "6", "--results", results_});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Fused passes are faster"), std::string::npos);
  const SweepResults kept = read_sweep(results_ + "/fused.jsonl");
  EXPECT_EQ(kept.rows.size(), 3u);
  EXPECT_EQ(kept.header.command, "texelsort reproduce " + file_ + " --quick --seed 1 --samples 6");
  // A second call with --resume must keep the stored results, and measure nothing again.
  const Outcome again =
      run_program({"reproduce", file_, "--quick", "--samples", "6", "--results", results_, "--resume"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(sweep_text(read_sweep(results_ + "/fused.jsonl")), sweep_text(kept));
  EXPECT_EQ(again.out, outcome.out);
  EXPECT_EQ(run_program({"reproduce", file_, "--from", results_}).out, outcome.out);
  // Without --resume, the command must not overwrite existing result files.
  EXPECT_EQ(run_program({"reproduce", file_, "--quick", "--results", results_}).exit_code, 2);
}

/// A process that was killed within a group may leave complete and incomplete results of the group.
TEST_F(ReproduceCommand, ContinuesAnInterruptedGroup) {
  const std::vector<std::string> command{"reproduce", file_, "--quick", "--samples", "7", "--results", results_};
  ASSERT_EQ(run_program(command).exit_code, 0);
  const std::string path = results_ + "/fused.jsonl";
  SweepResults part = read_sweep(path);
  const auto begun = std::ranges::find(part.rows, TrialStatus::measured, &TrialResult::status);
  ASSERT_NE(begun, part.rows.end());
  begun->partial = true;
  begun->samples_ms.resize(2);
  write_file(path, sweep_text(part));
  std::vector<std::string> resumed = command;
  resumed.emplace_back("--resume");
  const Outcome outcome = run_program(resumed);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const SweepResults whole = read_sweep(path);
  ASSERT_EQ(whole.rows.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const TrialResult &row = whole.rows[i], &before = part.rows[i];
    ASSERT_EQ(row.key(), before.key());
    if (row.status != TrialStatus::measured) continue;
    EXPECT_FALSE(row.partial);
    EXPECT_EQ(row.group, before.group);
    ASSERT_EQ(row.samples_ms.size(), 7u);
    EXPECT_TRUE(std::equal(row.samples_ms.begin(), row.samples_ms.begin() + 2, before.samples_ms.begin()));
    EXPECT_NE(row.samples_ms[2], before.samples_ms.size() > 2 ? before.samples_ms[2] : 0) << "measured together";
  }
}

TEST_F(ReproduceCommand, WritesItsReportInEveryFormat) {
  ASSERT_EQ(run_program({"reproduce", file_, "--quick", "--samples", "6", "--results", results_}).exit_code, 0);
  const auto written = [&](const std::string& name) {
    const std::string path = folder_ / name;
    const Outcome outcome = run_program({"reproduce", file_, "--from", results_, "-o", path});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(path);
  };
  EXPECT_NE(written("a.md").find("faster \\| than single"), std::string::npos) << "a cell keeps its bar";
  EXPECT_NE(written("a.html").find("There are fewer passes."), std::string::npos);
  EXPECT_TRUE(written("a.png").starts_with("\x89PNG"));
  EXPECT_NE(written("a.svg").find("<svg"), std::string::npos);
  const auto json = nlohmann::json::parse(written("a.json"));
  const auto& claims = json.at("experiments").at(0).at("claims");
  // The verdict is not compared, because it depends on other load on this machine.
  EXPECT_NE(claims.at(0).at("machines").at(0).at("verdict"), "not measured");
  EXPECT_EQ(claims.at(0).at("paper_low"), 2.0);
  EXPECT_EQ(claims.at(1).at("machines").at(0).at("verdict"), "not measured");
  // The command next to a claim measures the two rows of this claim.
  const std::string command = claims.at(0).at("machines").at(0).at("command");
  EXPECT_EQ(command, "texelsort reproduce " + file_ + " --claim 1 --quick --seed 1 --samples 6");
  EXPECT_TRUE(claims.at(1).at("machines").at(0).at("command").is_null()) << "nothing was measured";
}

TEST_F(ReproduceCommand, MeasuresOnlyTheConfigurationsOfTheChosenClaim) {
  const std::string parts = folder_ / "parts.toml";
  write_file(parts, R"(format = 1
title = "Passes"
source = "A paper."
hardware = "a machine"
[[measure]]
configurations = ["bitonic/fused", "bitonic/single-quad", "bitonic/reference@cpu"]
quick = ["2^8"]
gpu = ["2^8"]
passes = true
[[claim]]
says = "One step is faster than all"
where = "figure 1"
faster = "bitonic/single-quad"
faster-in = ["stage 8/step 1 *"]
than = ["bitonic/single-quad"]
[[claim]]
says = "A billion a second"
where = "figure 2"
faster = "bitonic/single-quad"
rate = "compare-and-swaps"
per-second = 1e9
[[claim]]
says = "Fused passes need no more than twice the memory"
where = "figure 3"
faster = "bitonic/single-quad"
than = ["bitonic/fused"]
unit = "memory"
at-least = 0.5
at-most = 2
)");
  const auto claims_of = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"reproduce", parts, "--quick", "--samples", "6", "--json"});
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out).at("experiments").at(0).at("claims");
  };
  const auto all = claims_of({"--results", results_});
  EXPECT_EQ(all.size(), 3u);
  const SweepResults kept = read_sweep(results_ + "/parts.jsonl");
  EXPECT_EQ(kept.rows.size(), 2u) << "no claim is about the third";
  for (const TrialResult& row : kept.rows) {
    EXPECT_EQ(row.pass_times.size(), row.passes) << row.algorithm;
    // The sort has 8 (8 + 1) / 2 steps of 2^7 comparators.
    EXPECT_EQ(row.comparators, 36u * 128) << row.algorithm;
    EXPECT_GE(row.device_bytes, 2u * 256 * 4) << row.algorithm;
  }
  const auto& step = all.at(0).at("machines").at(0);
  EXPECT_EQ(step.at("verdict"), "holds") << "a pass of 36 takes less than all of them";
  EXPECT_GT(step.at("ratios").at(0).at("ratio"), 10);
  const auto second = claims_of({"--claim", "2"});
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second.at(0).at("says"), "A billion a second");
  EXPECT_TRUE(second.at(0).at("machines").at(0).at("ratios").at(0).at("than").is_null());
  EXPECT_EQ(run_program({"reproduce", parts, "--claim", "4"}).exit_code, 2);
  EXPECT_EQ(run_program({"reproduce", "--claim", "1"}).exit_code, 2) << "of which experiment?";
}

TEST(PapersPage, BeginsWithOneScreenOfTwoOrThreeResultsPerPaper) {
  std::istringstream lines(read_file(std::string(TEXELSORT_SOURCE_DIR) + "/docs/papers.md"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line) && !line.starts_with("All papers on other"); ++count) {
    ASSERT_FALSE(line.starts_with("## ")) << "the screen is missing";
    EXPECT_LE(line.size(), 110u) << line;
  }
  EXPECT_LE(count, 45u);
  std::map<std::string, std::size_t> central;
  for (const Experiment& experiment : experiments()) {
    for (const Claim& claim : experiment.claims) central[experiment.source] += claim.central;
  }
  EXPECT_EQ(central.size(), 5u) << "five papers";
  for (const auto& [source, results] : central) {
    EXPECT_GE(results, 2u) << source;
    EXPECT_LE(results, 3u) << source;
  }
}

TEST_F(ReproduceCommand, BeginsItsPageWithCountsAndMainResults) {
  std::string text = read_file(file_);
  text.replace(text.find("source = \"A paper.\""), 19, "source = \"A. One, B. Two, C. Three, Sorts, 2010.\"");
  text.insert(text.find("[claim.why]"), "central = true\n");
  write_file(file_, text);
  ASSERT_EQ(run_program({"reproduce", file_, "--quick", "--samples", "6", "--results", results_}).exit_code, 0);
  const std::string path = folder_ / "page.md";
  ASSERT_EQ(run_program({"reproduce", file_, "--from", results_, "-o", path}).exit_code, 0);
  const std::string page = read_file(path), screen = page.substr(0, page.find("\n## "));
  EXPECT_NE(screen.find("\n| A. One and others | "), std::string::npos) << screen;
  EXPECT_NE(screen.find("\n- **A. One and others**: Sorts\n  - **"), std::string::npos) << screen;
  EXPECT_NE(screen.find("Fused passes are faster | than single ones."), std::string::npos) << screen;
  EXPECT_EQ(screen.find("Radix sort is faster"), std::string::npos) << "not a main result";
  EXPECT_NE(page.find("\n## Verdicts\n"), std::string::npos);
}

TEST_F(ReproduceCommand, MeasuresExternalSortsByTheirOwnCommand) {
  const std::string files = folder_ / "files.toml", temporary = folder_ / "tmp";
  std::filesystem::create_directory(temporary);
  write_file(files, R"(format = 1
title = "Files"
source = "A paper."
hardware = "a machine"
[[measure]]
configurations = ["std/stable-sort@cpu"]
tasks = ["external-sort --run-size 500k", "external-sort --memory 1k"]
quick = ["20000"]
software = ["20000"]
[[claim]]
says = "I/O takes the time"
where = "figure 1"
faster = "std/stable-sort@cpu external-sort --run-size 500k"
faster-in = ["making runs", "merging", "syncing"]
than = ["std/stable-sort@cpu external-sort --run-size 500k"]
than-in = ["storage"]
[[claim]]
says = "Little memory is slow"
where = "figure 2"
faster = "std/stable-sort@cpu external-sort --run-size 500k"
than = ["std/stable-sort@cpu external-sort --memory 1k"]
)");
  const Outcome outcome = run_program({"reproduce", files, "--quick", "--samples", "6", "--results", results_}, "",
                                      {"TMPDIR=" + temporary});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::is_empty(temporary)) << "the files of the measurement remain";
  const SweepResults kept = read_sweep(results_ + "/files.jsonl");
  ASSERT_EQ(kept.rows.size(), 2u);
  const bool first = kept.rows[0].status == TrialStatus::measured;
  const TrialResult &sorted = kept.rows[first ? 0 : 1], &refused = kept.rows[first ? 1 : 0];
  ASSERT_EQ(sorted.samples_ms.size(), 6u);
  const auto times_of = [&sorted](const std::string& stage, const std::string& pass) {
    for (const PassSamples& one : sorted.pass_times) {
      if (one.stage == stage && one.pass == pass) return one.samples_ms;
    }
    ADD_FAILURE() << stage << "/" << pass;
    return std::vector<double>(6);
  };
  const auto runs = times_of("making runs", "all"), merge = times_of("merging", "all"),
             sync = times_of("syncing", "all");
  for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_NEAR(sorted.samples_ms[i], runs[i] + merge[i] + sync[i], 1e-6);
  for (const char* pass : {"to runs", "to output"}) EXPECT_GT(times_of("storage", pass).front(), 0) << pass;
  EXPECT_GT(times_of("tasks", "merge").front(), 0) << "the task of the command's report";
  EXPECT_EQ(sorted.passes, 2u) << "runs, and one merge";
  EXPECT_GE(sorted.bytes, 4u * 2'000'000) << "each phase reads and writes all records";
  // The second sort must fail with the message of the command, because the command itself runs.
  write_file(folder_ / "in", std::string(2'000'000, 'x'));
  const Outcome command = run_program({"external-sort", folder_ / "in", "-o", folder_ / "out", "--memory", "1k"});
  EXPECT_EQ(command.exit_code, 3);
  EXPECT_EQ(refused.status, TrialStatus::refused);
  EXPECT_TRUE(contains(command.err, "--memory 1000 is too small")) << command.err;
  EXPECT_TRUE(contains(refused.reason, "--memory 1000 is too small")) << refused.reason;
}

TEST_F(ReproduceCommand, RejectsIncompatibleOptions) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"reproduce", "nothing"},
                                             {"reproduce", "--list", "--quick"},
                                             {"reproduce", "--from", results_, "--quick"},
                                             {"reproduce", "--from", results_},
                                             {"reproduce", "--resume"},
                                             {"reproduce", file_, "--json", "-o", "a.json"},
                                             {"reproduce", file_, "-o", "a.txt"}}) {
    EXPECT_EQ(run_program(words).exit_code, 2) << words.back();
  }
}

}  // namespace
}  // namespace texelsort::app
