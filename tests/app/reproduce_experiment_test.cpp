#include <map>
#include <set>

#include <gtest/gtest.h>

#include "app/tuning/experiments/setup.h"
#include "compute/data/error.h"
#include "tests/app/reproduced.h"

namespace texelsort::app {
namespace {

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

  const auto with_digits = [&](std::vector<std::string> digits) {
    claim.paper_values = {{"digit", std::move(digits)}};
    return ran_setup(claim, judgement).configurations[0].differ.front();
  };
  EXPECT_EQ(with_digits({"4", "8"}), "rearrange = transpose (paper: gather)");
  EXPECT_EQ(with_digits({"5", "6"}), "digit = 8 (paper: 5, 6)");
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

}  // namespace
}  // namespace texelsort::app
