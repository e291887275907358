#include <filesystem>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/experiments/reproduction_report.h"
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

TEST(Reproduce, AnOrderHoldsIsReversedOrUndecided) {
  const auto with = [](double blend_ms) {
    return std::vector{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, blend_ms)};
  };
  EXPECT_EQ(verdict_on(fused_first, with(1.5)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(fused_first, with(0.5)), ClaimVerdict::reversed);
  EXPECT_EQ(verdict_on(fused_first, with(1)), ClaimVerdict::undecided) << "intervals overlap";
  EXPECT_EQ(verdict_on(fused_first, {timed("bitonic/fused", 64, 1)}), ClaimVerdict::not_measured);
}

TEST(Reproduce, ARatioMayBeWeakerThanClaimed) {
  const auto with = [](double blend_ms) {
    return std::vector{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, blend_ms)};
  };
  const std::string twice = fused_first + "at-least = 2\n";
  EXPECT_EQ(verdict_on(twice, with(2.5)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(twice, with(1.5)), ClaimVerdict::weaker);
  EXPECT_EQ(verdict_on(twice, with(0.5)), ClaimVerdict::reversed);
  EXPECT_EQ(verdict_on(twice, with(2)), ClaimVerdict::undecided);
}

TEST(Reproduce, SeveralProblemsMayDisagree) {
  const std::vector rows{timed("bitonic/fused", 64, 1), timed("bitonic/blend", 64, 2), timed("bitonic/fused", 4096, 2),
                         timed("bitonic/blend", 4096, 1)};
  const Judgement judgement = judge(experiment_with(fused_first).claims.front(), rows);
  EXPECT_EQ(judgement.verdict, ClaimVerdict::mixed);
  EXPECT_EQ(judgement.pairs.size(), 2u) << "rows of different sizes are not compared";
  EXPECT_EQ(verdict_on("faster = \"bitonic/fused n=largest\"\nthan = [\"bitonic/blend n=largest\"]\n", rows),
            ClaimVerdict::reversed);
}

TEST(Reproduce, IndependenceHasBoundsOnBothSides) {
  const std::string alike =
      "faster = \"bitonic/fused distribution=uniform\"\nthan = [\"bitonic/fused distribution=zero\"]\n"
      "at-least = 0.9\nat-most = 1.1\n";
  const auto with = [](double ms) {
    return std::vector{timed("bitonic/fused", 64, 1), timed("bitonic/fused", 64, ms, "zero")};
  };
  EXPECT_EQ(verdict_on(alike, with(1.02)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(alike, with(1.5)), ClaimVerdict::reversed);
  EXPECT_EQ(verdict_on(alike, with(0.5)), ClaimVerdict::reversed);
}

TEST(Reproduce, TimesOfAKeyCompareSizes) {
  const std::string linear =
      "faster = \"bitonic/fused n=smallest\"\nthan = [\"bitonic/fused n=largest\"]\nper-key = true\n"
      "at-least = 0.8\nat-most = 1.25\n";
  EXPECT_EQ(verdict_on(linear, {timed("bitonic/fused", 1024, 1), timed("bitonic/fused", 4096, 4)}),
            ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(linear, {timed("bitonic/fused", 1024, 1), timed("bitonic/fused", 4096, 16)}),
            ClaimVerdict::reversed);
}

TEST(Reproduce, AnotherSettingIsAnotherConfiguration) {
  TrialResult set = timed("bitonic/blend", 64, 9);
  set.given = set.parameters = {{"width", "8"}};
  EXPECT_EQ(verdict_on(fused_first, {timed("bitonic/fused", 64, 1), set}), ClaimVerdict::not_measured);
  EXPECT_EQ(verdict_on("faster = \"bitonic/fused\"\nthan = [\"bitonic/blend:width=8\"]\n",
                       {timed("bitonic/fused", 64, 1), set}),
            ClaimVerdict::holds);
}

TEST(Reproduce, WrongFilesAreRefusedWithTheirLine) {
  const auto refusal = [](const std::string& claim) {
    try {
      experiment_with(claim);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("was read");
  };
  EXPECT_NE(refusal("faster = \"bitonic/fused\"\n").find("mine.toml:9: a claim has 'than'"), std::string::npos)
      << refusal("faster = \"bitonic/fused\"\n");
  EXPECT_NE(refusal(fused_first + "at-lest = 2\n").find("is 'at-least' meant"), 0u);
  EXPECT_NE(refusal(fused_first + "at-lest = 2\n").find("no key 'at-lest'"), std::string::npos);
  EXPECT_NE(refusal("faster = \"bitonic/*\"\nthan = [\"bitonic/blend\"]\n").find("more than one algorithm"),
            std::string::npos);
  EXPECT_NE(refusal("faster = \"bitonic/fused m=2\"\nthan = [\"bitonic/blend\"]\n").find("expected NAME=VALUE"),
            std::string::npos);
  EXPECT_NE(refusal(fused_first + "paper-low = 2.0\n").find("both 'paper-low' and 'paper-high'"), std::string::npos);
}

/// Every claim names configurations that its experiment measures: on a GPU all are compared.
TEST(Reproduce, EveryClaimOfTheProgramHasRowsOnAGpu) {
  for (const Experiment& experiment : experiments()) {
    const auto trials = trials_of(experiment, {.effort = Effort::gpu}, nullptr);
    std::vector<TrialResult> rows;
    for (const Trial& trial : trials) rows.push_back(describe(trial));
    for (const Claim& claim : experiment.claims) {
      EXPECT_GE(compared_rows(claim, rows).size(), claim.than.size()) << experiment.file << ":" << claim.line;
    }
    std::size_t grouped = 0;
    for (const auto& group : interleaved_groups(experiment, trials)) grouped += group.size();
    EXPECT_EQ(grouped, trials.size());
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

TEST_F(ReproduceCommand, MeasuresKeepsAndReports) {
  const Outcome outcome = run_program({"reproduce", file_, "--quick", "--samples", "5", "--results", results_});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Fused passes are faster"), std::string::npos);
  const SweepResults kept = read_sweep(results_ + "/fused.jsonl");
  EXPECT_EQ(kept.rows.size(), 3u);
  EXPECT_EQ(kept.header.command, "texelsort reproduce fused --quick --seed 1 --samples 5");
  // What is there is not measured again.
  const Outcome again =
      run_program({"reproduce", file_, "--quick", "--samples", "5", "--results", results_, "--resume"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(sweep_text(read_sweep(results_ + "/fused.jsonl")), sweep_text(kept));
  EXPECT_EQ(again.out, outcome.out);
  EXPECT_EQ(run_program({"reproduce", file_, "--from", results_}).out, outcome.out);
  // Nothing is written over.
  EXPECT_EQ(run_program({"reproduce", file_, "--quick", "--results", results_}).exit_code, 2);
}

TEST_F(ReproduceCommand, WritesEveryForm) {
  ASSERT_EQ(run_program({"reproduce", file_, "--quick", "--samples", "5", "--results", results_}).exit_code, 0);
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
  // Which of them depends on what else this machine does.
  EXPECT_NE(claims.at(0).at("machines").at(0).at("verdict"), "not measured");
  EXPECT_EQ(claims.at(0).at("paper_low"), 2.0);
  EXPECT_EQ(claims.at(1).at("machines").at(0).at("verdict"), "not measured");
  // The command beside a claim measures its two rows.
  const std::string command = claims.at(0).at("machines").at(0).at("command");
  EXPECT_EQ(command, "texelsort sweep -a bitonic/fused,bitonic/single-quad -n 1024 -t u32 -d uniform --seed 1");
}

TEST_F(ReproduceCommand, OptionsThatDoNotGoTogetherAreRefused) {
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
