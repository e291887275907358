#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/tuning/sweeps/comparison.h"
#include "app/tuning/sweeps/result_files.h"
#include "tests/app/cli_support.h"
#include "tests/app/sweeps.h"

namespace texelsort::app {
namespace {

TEST(SweepComparison, FindsNoChangeBetweenASweepAndItself) {
  const SweepResults results = sweep_of(1);
  const SweepComparison comparison = compare(results, results, 0.05);
  EXPECT_EQ(comparison.count(Change::same), 2u);
}

TEST(SweepComparison, FindsATwentyPercentSlowdown) {
  const SweepResults before = sweep_of(1), after = sweep_of(1.2);
  for (const ComparedTrial& trial : compare(before, after, 0.05).trials) {
    EXPECT_EQ(trial.verdict, trial.after->algorithm == "test/b" ? Change::slower : Change::same)
        << trial.times.ratio.low;
  }
  for (const ComparedTrial& trial : compare(after, before, 0.05).trials) {
    EXPECT_EQ(trial.verdict, trial.after->algorithm == "test/b" ? Change::faster : Change::same);
  }
  EXPECT_EQ(compare(before, after, 0.5).count(Change::same), 2u);
}

TEST(SweepComparison, IsUndecidedWithFewBlocksOrWithoutAControlOrOnAChangedMachineOrByDifferentClocks) {
  const auto reason = [](const SweepResults& before, const SweepResults& after) {
    const SweepComparison comparison = compare(before, after, 0.05);
    EXPECT_EQ(comparison.count(Change::undecided), comparison.trials.size());
    return comparison.trials.back().reason;
  };
  EXPECT_TRUE(contains(reason(sweep_of(1, 5), sweep_of(1.2)), "5 of 6 blocks"));
  SweepResults after = sweep_of(1.2);
  for (TrialResult& row : after.rows) row.blocks.control_p5_ms.clear();
  EXPECT_TRUE(contains(reason(sweep_of(1), after), "no control"));
  after = sweep_of(1.2);
  for (TrialResult& row : after.rows) {
    for (double& ms : row.blocks.control_p5_ms) ms *= 1.2;
  }
  EXPECT_TRUE(contains(reason(sweep_of(1), after), "the machine changed by a factor of 1.2"));
  after = sweep_of(1.2);
  for (TrialResult& row : after.rows) row.clock = "fenced wall time";
  EXPECT_TRUE(contains(reason(sweep_of(1), after), "different clocks: "));
}

TEST(SweepComparison, ListsWrongMissingAndNewMeasurements) {
  SweepResults before = sweep_of(1), after = before;
  after.rows[0].status = TrialStatus::failed;
  after.rows[1].algorithm = "test/other";
  const SweepComparison comparison = compare(before, after, 0.05);
  EXPECT_EQ(comparison.count(Change::wrong), 1u);
  EXPECT_EQ(comparison.missing.size(), 1u);
  EXPECT_EQ(comparison.added.size(), 1u);
}

/// Writes a folder with one file per block, as several processes of `sweep` write them.
std::string write_processes(const std::string& folder, const SweepResults& results, const std::string& processor) {
  std::filesystem::create_directory(folder);
  for (std::size_t block = 0; block < results.rows.front().blocks.p5_ms.size(); ++block) {
    SweepWriter writer = SweepWriter::create(fmt::format("{}/{}.jsonl", folder, block), header_on(processor));
    for (TrialResult row : results.rows) {
      row.samples_ms = {row.blocks.p5_ms[block]};
      row.blocks.control_p5_ms = {row.blocks.control_p5_ms[block]};
      writer.add(row);
    }
  }
  return folder;
}

TEST(CompareCommand, RefusesProgramsAndTheirOptionsInPlaceOfFiles) {
  const TemporaryFolder folder;
  const std::string results = write_processes(folder / "results", sweep_of(1), "p");
  std::ofstream(folder / "program") << "#!/bin/sh\n";
  EXPECT_TRUE(contains(run_program({"compare", folder / "program", results}).err, "is a program"));
  EXPECT_TRUE(contains(run_program({"compare", results, results, "--rounds", "6"}).err, "--rounds is the number"));
}

TEST(CompareCommand, ExitsWithOneWhenAConfigurationIsSlower) {
  const TemporaryFolder folder;
  const std::string before = write_processes(folder / "before", sweep_of(1), "p"),
                    after = write_processes(folder / "after", sweep_of(1.2), "p"),
                    elsewhere = write_processes(folder / "elsewhere", sweep_of(1), "q");
  EXPECT_EQ(run_program({"compare", before, before}).exit_code, 0);
  const Outcome slower = run_program({"compare", before, after});
  EXPECT_EQ(slower.exit_code, 1);
  EXPECT_TRUE(contains(slower.out, "SLOWER   test/b")) << slower.out;
  EXPECT_TRUE(contains(slower.out, "1 SAME, 0 FASTER, 1 SLOWER")) << slower.out;
  EXPECT_EQ(run_program({"compare", after, before}).exit_code, 0);
  EXPECT_TRUE(contains(run_program({"compare", before, after, "--format", "markdown"}).out, "| SLOWER | test/b |"));
  expect_one_line_error(run_program({"compare", before, elsewhere}), 2, {"different machines", "'p' and 'q'"});
  EXPECT_EQ(run_program({"compare", before, elsewhere, "--across-devices"}).exit_code, 0);
  const std::string one = before + "/0.jsonl";
  const Outcome few = run_program({"compare", one, after + "/0.jsonl"});
  EXPECT_TRUE(contains(few.out, "1 of 6 blocks")) << few.out;
  write_file(folder / "cut", read_file(one).substr(0, read_file(one).size() - 20));
  expect_one_line_error(run_program({"compare", folder / "cut", after}), 2, {"cut:3: the last line is incomplete"});
}

TEST(CompareCommand, ReadsTheBlocksOfBench) {
  const TemporaryFolder folder;
  const std::string file = folder / "bench.json";
  const Outcome bench = run_program({"bench", "-a", "std/sort@cpu", "-n", "64", "--samples", "3", "--repetitions", "2",
                                     "--format", "json", "-o", file});
  ASSERT_EQ(bench.exit_code, 0) << bench.err;
  const SweepResults read = read_results(file);
  ASSERT_EQ(read.rows.size(), 1u);
  EXPECT_EQ(read.rows[0].samples_ms.size(), 6u);
  EXPECT_EQ(read.rows[0].blocks.p5_ms.size(), 2u);
  EXPECT_EQ(read.rows[0].blocks.control_p5_ms.size(), 2u);
  EXPECT_GT(read.header.threads, 0u);
  const Outcome other = run_program({"bench", "-a", "std/sort@cpu", "-n", "64", "--samples", "3", "--repetitions", "2",
                                     "--format", "json", "-o", folder / "other.json"});
  ASSERT_EQ(other.exit_code, 0) << other.err;
  const Outcome compared = run_program({"compare", file, folder / "other.json"});
  EXPECT_EQ(compared.exit_code, 0) << compared.err;
  EXPECT_TRUE(contains(compared.out, "2 of 6 blocks")) << compared.out;
}

TEST(CompareCommand, RunsTwoProgramsInTurn) {
  const std::vector<std::string> words{"compare",
                                       "--programs",
                                       TEXELSORT_BINARY,
                                       TEXELSORT_BINARY,
                                       "-a",
                                       "std/sort@cpu",
                                       "-n",
                                       "64",
                                       "--samples",
                                       "1",
                                       "--rounds",
                                       "6",
                                       "--format",
                                       "json"};
  const Outcome outcome = run_program(words);
  ASSERT_EQ(outcome.out.substr(0, 1), "{") << outcome.err;
  const auto row = nlohmann::json::parse(outcome.out).at("results").at(0);
  EXPECT_EQ(row.at("blocks_before"), 6);
  EXPECT_EQ(row.at("blocks_after"), 6);
  EXPECT_LE(row.at("ratio_low"), row.at("ratio"));
}

TEST(CompareCommand, RunsMorePairsWhileARowIsUndecided) {
  const Outcome outcome = run_program({"compare", "--programs", TEXELSORT_BINARY, TEXELSORT_BINARY, "-a",
                                       "std/sort@cpu", "-n", "64", "--samples", "1", "--format", "json"});
  ASSERT_EQ(outcome.out.substr(0, 1), "{") << outcome.err;
  const auto row = nlohmann::json::parse(outcome.out).at("results").at(0);
  const int pairs = row.at("blocks_before");
  EXPECT_EQ(row.at("blocks_after"), pairs);
  EXPECT_TRUE(pairs == 10 || pairs == 20) << pairs;
  if (row.at("verdict") == "UNDECIDED") {
    EXPECT_EQ(pairs, 20);
  }
}

TEST(CompareCommand, IsUndecidedIfTwoProgramsUseDifferentClocks) {
  const TemporaryFolder folder;
  const std::string other = folder / "other";
  std::ofstream(other) << "#!/bin/sh\n'" << TEXELSORT_BINARY
                       << "' \"$@\" | sed -u 's/\"clock\": \"steady_clock\"/\"clock\": \"another\"/'\n";
  std::filesystem::permissions(other, std::filesystem::perms::owner_all);
  const Outcome outcome = run_program({"compare", "--programs", TEXELSORT_BINARY, other, "-a", "std/sort@cpu", "-n",
                                       "64", "--samples", "1", "--rounds", "6", "--format", "json"});
  ASSERT_EQ(outcome.out.substr(0, 1), "{") << outcome.err;
  const auto row = nlohmann::json::parse(outcome.out).at("results").at(0);
  EXPECT_EQ(row.at("verdict"), "UNDECIDED");
  EXPECT_EQ(row.at("reason"), "different clocks: steady_clock before, another after; measure again");
  EXPECT_TRUE(row.at("ratio").is_null());
}

TEST(CompareCommand, RejectsProgramsThatCannotBeCompared) {
  const auto compared = [](const std::string& before, const std::vector<std::string>& more) {
    std::vector<std::string> words{"compare", "--programs", before, TEXELSORT_BINARY};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  };
  const std::vector<std::string> cheap{"-a", "std/sort@cpu", "-n", "8", "--samples", "1"};
  expect_one_line_error(compared("/none/texelsort", cheap), 2, {"/none/texelsort", "cannot be started"});
  expect_one_line_error(compared("true", cheap), 2, {"true does not print the JSON"});
  expect_one_line_error(compared("false", cheap), 2, {"false ended with exit code 1"});
  expect_one_line_error(compared(TEXELSORT_BINARY, {}), 2, {"--programs needs options of bench"});
  expect_one_line_error(compared(TEXELSORT_BINARY, {"-a", "std/sort@cpu", "--rounds", "5"}), 2,
                        {"from 6 to 1000, found 5"});
  expect_one_line_error(compared(TEXELSORT_BINARY, {"--no-such-option"}), 2, {"exit code 2", "--no-such-option"});
  expect_one_line_error(run_program({"compare", "a.json", "b.json", "--no-such-option"}), 2, {"--no-such-option"});
}

}  // namespace
}  // namespace texelsort::app
