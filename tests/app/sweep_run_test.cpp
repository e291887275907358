#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/tuning/sweeps/sweep.h"
#include "tests/app/sweeps.h"

namespace texelsort::app {
namespace {

using measure::Script, measure::ScriptedAlgorithm;

TEST(SweepRun, RanksOnlyConfigurationsWithCorrectOutput) {
  const ScriptedAlgorithm slow({.id = "test/slow", .total_ms = around(3, 1)}),
      fast({.id = "test/fast", .total_ms = around(2, 2)}),
      wrong({.id = "test/wrong", .total_ms = around(1, 3), .wrong_from_start = true}),
      wrong_later({.id = "test/later", .total_ms = around(1, 4), .wrong_after_samples = 9});
  const auto rows = results_of({&slow, &wrong, &fast, &wrong_later});
  ASSERT_EQ(rows.size(), 4u);
  const auto order = ranked(rows);
  ASSERT_EQ(order.size(), 2u);
  EXPECT_EQ(rows[order[0].row].algorithm, "test/fast");
  EXPECT_EQ(rows[order[1].row].algorithm, "test/slow");
  EXPECT_EQ(rows[order[0].row].samples_ms.size(), 15u);
  for (const TrialResult& row : rows) {
    EXPECT_EQ(row.status == TrialStatus::failed, row.algorithm == "test/wrong" || row.algorithm == "test/later");
  }
}

/// Twenty trials do not fit into one group. Each is 10 % slower than the one before.
TEST(SweepRun, MeasuresTheFastestOfSeveralGroupsOnceMoreTogether) {
  std::vector<ScriptedAlgorithm> algorithms;
  double median = 1;
  for (int i = 0; i < 20; ++i) {
    algorithms.emplace_back(
        Script{.id = fmt::format("test/{}", i), .total_ms = around(median, static_cast<std::uint64_t>(i))});
    median *= 1.1;
  }
  std::vector<const ScriptedAlgorithm*> pointers;
  for (const ScriptedAlgorithm& algorithm : algorithms) pointers.push_back(&algorithm);
  const auto rows = results_of(pointers);
  const auto order = ranked(rows);
  ASSERT_EQ(order.size(), 20u);
  EXPECT_EQ(order[0].verdict, RankVerdict::fastest);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const TrialResult& row = rows[order[i].row];
    EXPECT_EQ(row.algorithm, fmt::format("test/{}", i));
    EXPECT_EQ(row.is_final, i < 8) << i;
    if (i == 0) continue;
    EXPECT_EQ(order[i].verdict, i < 8 ? RankVerdict::slower : RankVerdict::unpaired) << i;
  }
}

/// A cancelled sweep has reported the samples so far of its group. It goes on from there.
TEST(SweepRun, ContinuesTheSamplesOfAnInterruptedGroup) {
  const ScriptedAlgorithm a({.id = "test/a", .total_ms = around(1, 1)}), b({.id = "test/b", .total_ms = around(2, 2)});
  const auto trials = trials_for({&a, &b});
  std::vector<TrialResult> first;
  bool cancelled = false;
  SweepControl control{.budget = {.min_samples = 15, .max_samples = 15}};
  control.pause = 0;
  control.cancelled = [&] { return cancelled; };
  control.result = [](const TrialResult& row) { ADD_FAILURE() << row.key() << " is not complete"; };
  control.partial = [&](std::span<const TrialResult> rows) {
    for (const TrialResult& row : rows) put(first, row);
    cancelled = true;
  };
  run_sweep(trials, nullptr, control);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_TRUE(first[0].partial && first[1].partial);
  EXPECT_EQ(first[0].samples_ms.size(), first[1].samples_ms.size()) << "written at the end of a round";
  ASSERT_LT(first[0].samples_ms.size(), 15u);

  std::vector<TrialResult> rows;
  SweepControl rest{.budget = control.budget, .done = first};
  rest.result = [&rows](const TrialResult& row) { rows.push_back(row); };
  run_sweep(trials, nullptr, rest);
  ASSERT_EQ(rows.size(), 2u);
  for (const TrialResult& row : rows) {
    EXPECT_FALSE(row.partial);
    EXPECT_TRUE(row.is_final);
    EXPECT_EQ(row.group, first[0].group);
    ASSERT_EQ(row.samples_ms.size(), 15u);
    const auto before = std::ranges::find(first, row.key(), &TrialResult::key);
    EXPECT_TRUE(std::equal(before->samples_ms.begin(), before->samples_ms.end(), row.samples_ms.begin()));
  }
}

/// Returns the results of trials that form one group, after a measurement that left these results.
std::vector<TrialResult> measured_together(const std::vector<Trial>& trials, const std::vector<TrialResult>& done) {
  std::vector<TrialResult> rows;
  SweepControl control{.budget = {.min_samples = 15, .max_samples = 15}, .done = done};
  control.together = true;
  control.result = [&rows](const TrialResult& row) { rows.push_back(row); };
  run_sweep(trials, nullptr, control);
  return rows;
}

TEST(SweepRun, ContinuesAGroupOfWhichOnlyAPartIsComplete) {
  const ScriptedAlgorithm a({.id = "test/a", .total_ms = around(1, 1)}), b({.id = "test/b", .total_ms = around(2, 2)});
  const auto trials = trials_for({&a, &b});
  const std::vector<TrialResult> whole = measured_together(trials, {});
  ASSERT_EQ(whole.size(), 2u);
  EXPECT_TRUE(measured_together(trials, whole).empty()) << "nothing is missing";

  std::vector<TrialResult> part = whole;
  part[1].partial = true;
  part[1].samples_ms.resize(4);
  const auto rows = measured_together(trials, part);
  ASSERT_EQ(rows.size(), 2u);
  for (const TrialResult& row : rows) {
    EXPECT_EQ(row.group, whole[0].group);
    ASSERT_EQ(row.samples_ms.size(), 15u);
    const auto before = std::ranges::find(part, row.key(), &TrialResult::key);
    EXPECT_TRUE(std::equal(row.samples_ms.begin(), row.samples_ms.begin() + 4, before->samples_ms.begin()));
  }

  part.pop_back();
  const auto again = measured_together(trials, part);
  ASSERT_EQ(again.size(), 2u) << "without samples of b, both are measured again";
  EXPECT_EQ(again[0].group, again[1].group);
  EXPECT_NE(again[0].group, whole[0].group);
}

TEST(SweepRun, AddsSamplesToFinishedRowsAndMeasuresNewTrialsOnly) {
  const ScriptedAlgorithm a({.id = "test/a", .total_ms = around(3, 1)}), b({.id = "test/b", .total_ms = around(2, 2)}),
      c({.id = "test/c", .total_ms = around(1, 3)});
  const auto sweep = [](const std::vector<Trial>& trials, const std::vector<TrialResult>& done, std::uint64_t samples) {
    std::vector<TrialResult> fresh;
    SweepControl control{.budget = {.min_samples = samples, .max_samples = samples}, .done = done};
    control.enough = [&](const TrialResult& row) { return row.samples_ms.size() >= samples; };
    control.result = [&fresh](const TrialResult& row) { fresh.push_back(row); };
    run_sweep(trials, nullptr, control);
    return fresh;
  };
  std::vector<TrialResult> rows = sweep(trials_for({&a, &b}), {}, 7);
  EXPECT_TRUE(sweep(trials_for({&a, &b}), rows, 7).empty()) << "nothing is missing";
  const auto more = sweep(trials_for({&a, &b}), rows, 11);
  ASSERT_EQ(more.size(), 2u);
  for (const TrialResult& row : more) {
    EXPECT_EQ(row.samples_ms.size(), 11u);
    EXPECT_EQ(row.group, rows[0].group) << "still of the same group";
    put(rows, row);
  }
  const auto grown = sweep(trials_for({&a, &b, &c}), rows, 11);
  ASSERT_FALSE(grown.empty());
  EXPECT_EQ(grown.front().algorithm, "test/c") << "the new trial first, and then the final group of all three";
  for (const TrialResult& row : grown) put(rows, row);
  const auto order = ranked(rows);
  ASSERT_EQ(order.size(), 3u);
  EXPECT_EQ(rows[order[0].row].algorithm, "test/c");
  EXPECT_EQ(order[0].verdict, RankVerdict::fastest);
  EXPECT_TRUE(sweep(trials_for({&a, &b, &c}), rows, 11).empty()) << "nothing is missing";
}

TEST(SweepRun, EndsInTimeWithTheSamplesSoFar) {
  const ScriptedAlgorithm a({.id = "test/a"}), b({.id = "test/b"});
  std::vector<TrialResult> rows;
  int asked = 0;
  SweepControl control{.budget = {.min_samples = 1000, .max_samples = 1000}};
  control.late = [&asked] { return ++asked > 40; };
  control.result = [&rows](const TrialResult& row) { rows.push_back(row); };
  run_sweep(trials_for({&a, &b}), nullptr, control);
  ASSERT_EQ(rows.size(), 2u);
  for (const TrialResult& row : rows) {
    EXPECT_TRUE(row.stopped);
    EXPECT_GT(row.samples_ms.size(), 0u);
    EXPECT_LT(row.samples_ms.size(), 40u);
  }
}

/// Two trials whose samples vary by 50 %, one of them 3 % slower in every round.
TEST(SweepRun, RanksByTheRatioOfEachRound) {
  const auto varying = [](double factor) {
    return [factor](std::uint64_t sample) { return factor * (sample % 3 == 0 ? 1.5 : 1.0); };
  };
  const ScriptedAlgorithm fast({.id = "test/fast", .total_ms = varying(1)}),
      slow({.id = "test/slow", .total_ms = varying(1.03)});
  const auto rows = results_of({&slow, &fast});
  const auto order = ranked(rows);
  EXPECT_EQ(rows[order[0].row].algorithm, "test/fast");
  EXPECT_EQ(order[0].verdict, RankVerdict::fastest);
  EXPECT_EQ(order[1].verdict, RankVerdict::slower);
  EXPECT_NEAR(order[1].ratio.estimate, 1.03, 1e-9);
}

TEST(SweepRun, KeepsOnlyCompleteMeasurementsWhenItIsCancelled) {
  std::vector<ScriptedAlgorithm> algorithms;
  for (int i = 0; i < 40; ++i) algorithms.emplace_back(Script{.id = fmt::format("test/{}", i)});
  std::vector<const ScriptedAlgorithm*> pointers;
  for (const ScriptedAlgorithm& algorithm : algorithms) pointers.push_back(&algorithm);
  int asked = 0;
  const auto rows = results_of(pointers, [&asked] { return ++asked > 500; });
  EXPECT_GT(rows.size(), 0u);
  EXPECT_LT(rows.size(), 40u);
  for (const TrialResult& row : rows) EXPECT_EQ(row.samples_ms.size(), 15u);
}

}  // namespace
}  // namespace texelsort::app
