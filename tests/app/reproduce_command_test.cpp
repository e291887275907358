#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/reproduced.h"

namespace texelsort::app {
namespace {

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
