#include "app/tuning/sweeps/sweep.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/export/report.h"
#include "app/gui/window/plot_painting.h"
#include "app/session/options/view_state_options.h"
#include "app/tuning/sweeps/comparison.h"
#include "app/tuning/sweeps/result_files.h"
#include "app/tuning/sweeps/result_sheet.h"
#include "app/tuning/sweeps/sweep_request.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/measure/scripted_algorithm.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using measure::Script, measure::ScriptedAlgorithm;
using Texts = std::vector<std::string>;

/// Returns the header of results that a processor measured.
SweepHeader header_on(const std::string& processor, std::uint64_t trials = 0, const std::string& command = "c") {
  SweepHeader header;
  header.version = "1";
  header.command = command;
  header.processor = processor;
  header.trials = trials;
  return header;
}

TEST(SweepAxis, ParsesRangesAndListsOfValues) {
  EXPECT_EQ(axis_values("-p", "1,2,4"), (Texts{"1", "2", "4"}));
  EXPECT_EQ(axis_values("-p", "1024..16384:x2"), (Texts{"1024", "2048", "4096", "8192", "16384"}));
  EXPECT_EQ(axis_values("-n", "2^16..2^20:x4"), (Texts{"65536", "262144", "1048576"}));
  EXPECT_EQ(axis_values("-p", "16..50:+16,serial"), (Texts{"16", "32", "48", "serial"}));
  EXPECT_EQ(axis_values("-p", "1..3"), (Texts{"1", "2", "3"}));
  EXPECT_EQ(axis_values("-p", "7..7"), (Texts{"7"}));
  // The range ends at the largest 64-bit number, which has no successor.
  EXPECT_EQ(axis_values("-p", "18446744073709551614..18446744073709551615").size(), 2u);
}

TEST(SweepAxis, RejectsInvalidRangesAndLists) {
  for (const char* text : {"", "1,", "5..2", "a..b", "1..8:x1", "0..8:x2", "1..8:+0", "1..8:2", "1..1000000"}) {
    EXPECT_THROW(axis_values("-p", text), UsageError) << text;
  }
  EXPECT_THROW(read_axes({"tile"}), UsageError);
  EXPECT_THROW(read_axes({"=1"}), UsageError);
  EXPECT_THROW(read_axes({"tile=1", "tile=2"}), UsageError);
}

TEST(Configurations, AreParsedWithTheirOwnParameterValues) {
  const auto one = read_configurations({"radix/srts@compute:digit=4:tile=1024"});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one.front().values, (std::map<std::string, std::string>{{"digit", "4"}, {"tile", "1024"}}));
  EXPECT_EQ(text(one.front()), "radix/srts@compute:digit=4:tile=1024");
  EXPECT_EQ(read_configurations({"radix/srts@compute:digit=4", "radix/srts@compute:digit=8"}).size(), 2u);
  const std::size_t matching = read_configurations({"radix/*@compute"}).size();
  EXPECT_GT(matching, 2u);
  EXPECT_EQ(read_configurations({"radix/*@compute", "radix/srts@compute"}).size(), matching) << "each once";
  // Ids of networks may contain comparators such as 0:1, in which ":" does not start a parameter.
  EXPECT_EQ(read_configurations({"0:1 2:3;0:2 1:3;1:2/single-quad"}).front().values.size(), 0u);
  // The id of a sort in a folder ends with "/". Its values may also contain one.
  const TemporaryFolder folder;
  folder.write("mine/sort.lua", R"(return sort {
    id = "mine", title = "Mine", source = "a test",
    parameters = {order = {values = {"left/right", "right/left"}, default = "left/right", help = "Order."}},
    passes = function(n, p, problem) end
  })");
  const auto own = read_configurations({folder / "mine/:order=right/left"});
  ASSERT_EQ(own.size(), 1u);
  EXPECT_EQ(own.front().values.at("order"), "right/left");
  EXPECT_EQ(read_configurations({text(own.front())}), own);
  for (const char* wrong :
       {"radix/srts@compute:digit", "radix/srts@compute:=4", "radix/srts@compute:digit=", "nobody"}) {
    EXPECT_THROW(read_configurations({wrong}), UsageError) << wrong;
  }
}

ProblemSpec sixteen_keys() {
  ProblemSpec spec;
  spec.n = 16;
  spec.type = data::KeyType::u32;
  return spec;
}

/// Every combination of values must occur once. Combinations that differ only in unused values are one combination.
TEST(SweepSpace, ContainsEveryCombinationOfUsedValuesOnce) {
  TEXELSORT_NEED_GL();
  const SweepSpace space{read_configurations({"radix/grs@compute:form=cooperative", "std/sort@cpu"}),
                         read_axes({"digit=1,2,4", "workgroup=32,64"}),
                         {sixteen_keys()}};
  const auto trials = trials_of(space, &gpu::test_device().info());
  std::set<std::string> keys;
  for (const Trial& trial : trials) keys.insert(trial.key());
  EXPECT_EQ(keys.size(), trials.size());
  EXPECT_EQ(trials.size(), 3u * 2 + 1);
  for (const Trial& trial : trials) EXPECT_EQ(trial.refusal, "") << trial.key();
}

TEST(SweepSpace, ContainsRejectedCombinationsWithTheReason) {
  TEXELSORT_NEED_GL();
  const auto trials =
      trials_of({read_configurations({"radix/grs@compute"}), read_axes({"digit=4,40"}), {sixteen_keys()}},
                &gpu::test_device().info());
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_TRUE(trials[0].prepared);
  EXPECT_FALSE(trials[1].prepared);
  EXPECT_TRUE(contains(trials[1].refusal, "digit = 40")) << trials[1].refusal;
}

TEST(SweepSpace, RejectsAParameterThatNoAlgorithmHas) {
  TEXELSORT_NEED_GL();
  const auto* device = &gpu::test_device().info();
  const auto refusal = [device](const Texts& axes) -> std::string {
    try {
      trials_of({read_configurations({"radix/grs@compute"}), read_axes(axes), {sixteen_keys()}}, device);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(contains(refusal({"digit=40,50"}), "-p digit: the algorithms can use none of these values"));
  EXPECT_TRUE(contains(refusal({"oversampling=4"}), "none of these algorithms"));
  EXPECT_EQ(refusal({"digit=4,40"}), "");
}

/// Runs a sweep over algorithms that the test defines, and returns its results.
std::vector<TrialResult> results_of(
    const std::vector<const ScriptedAlgorithm*>& algorithms,
    const std::function<bool()>& cancelled = [] { return false; }) {
  std::vector<Trial> trials;
  for (const ScriptedAlgorithm* algorithm : algorithms) {
    trials.push_back(
        {.configuration = {algorithm}, .spec = sixteen_keys(), .n = 16, .prepared = measure::scripted(*algorithm)});
  }
  std::vector<TrialResult> rows;
  SweepControl control{.budget = {.min_samples = 15, .max_samples = 15}};
  control.cancelled = cancelled;
  control.result = [&rows](const TrialResult& row) { put(rows, row); };
  run_sweep(trials, nullptr, control);
  return rows;
}

/// Returns a function of times around a median. Equal seeds give equal times.
std::function<double(std::uint64_t)> around(double median, std::uint64_t seed) {
  return [median, seed](std::uint64_t sample) {
    return median * (1 + 0.01 * static_cast<double>((sample * 7919 + seed * 104729) % 17) / 17);
  };
}

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

/// Returns trials of scripted algorithms on one problem.
std::vector<Trial> trials_for(const std::vector<const ScriptedAlgorithm*>& algorithms) {
  std::vector<Trial> trials;
  for (const ScriptedAlgorithm* algorithm : algorithms) {
    trials.push_back(
        {.configuration = {algorithm}, .spec = sixteen_keys(), .n = 16, .prepared = measure::scripted(*algorithm)});
  }
  return trials;
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

/// Returns results as of a folder with the files of `processes` processes, each with a control.
SweepResults sweep_of(double slowed, std::size_t processes = 8) {
  const ScriptedAlgorithm a({.id = "test/a", .total_ms = around(2, slowed > 1 ? 5 : 1)}),
      b({.id = "test/b", .total_ms = around(3 * slowed, slowed > 1 ? 6 : 2)});
  SweepResults results{.header = {}, .rows = results_of({&a, &b})};
  for (TrialResult& row : results.rows) {
    row.blocks = {};
    for (std::size_t i = 0; i < processes; ++i) {
      row.blocks.p5_ms.push_back(row.samples_ms.at(i));
      row.blocks.control_p5_ms.push_back(1 + 0.001 * static_cast<double>(i % 3));
    }
  }
  return results;
}

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

TEST(SweepComparison, IsUndecidedWithFewBlocksOrWithoutAControlOrOnAChangedMachine) {
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

class SweepFile : public ::testing::Test {
 protected:
  std::string complaint(const std::string& path) const {
    try {
      read_sweep(path);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  std::string path_ = folder_ / "sweep.jsonl";
};

TEST_F(SweepFile, IsReadBackAsItWasWritten) {
  const SweepResults made = sweep_of(1);
  {
    SweepWriter writer = SweepWriter::create(path_, header_on("p", 2));
    for (const TrialResult& row : made.rows) writer.add(row);
  }
  const SweepResults read = read_sweep(path_);
  EXPECT_EQ(read.header.command, "c");
  EXPECT_FALSE(read.cut_off);
  ASSERT_EQ(read.rows.size(), made.rows.size());
  for (std::size_t i = 0; i < made.rows.size(); ++i) {
    EXPECT_EQ(read.rows[i].key(), made.rows[i].key());
    EXPECT_EQ(read.rows[i].samples_ms, made.rows[i].samples_ms);
  }
  EXPECT_THROW(SweepWriter::create(path_, {}), UsageError) << "nothing is overwritten";
}

TEST_F(SweepFile, IsWrittenByOneProcessAtATime) {
  SweepWriter::create(path_, header_on("p"));
  const SweepResults read = read_sweep(path_);
  int ready[2] = {}, end[2] = {};
  ASSERT_EQ(pipe(ready) + pipe(end), 0);
  const pid_t other = fork();
  if (other == 0) {
    const SweepWriter writer = SweepWriter::resume(path_, read);
    char byte = 0;
    const bool talked = write(ready[1], &byte, 1) == 1 && ::read(end[0], &byte, 1) == 1;
    _exit(talked ? 0 : 1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  try {
    SweepWriter::resume(path_, read);
    ADD_FAILURE() << "two processes write one file";
  } catch (const UsageError& error) {
    EXPECT_TRUE(contains(error.what(), fmt::format("process {}", other))) << error.what();
  }
  ASSERT_EQ(write(end[1], &byte, 1), 1);
  int status = 0;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_NO_THROW(SweepWriter::resume(path_, read));
  for (const int descriptor : {ready[0], ready[1], end[0], end[1]}) close(descriptor);
}

TEST_F(SweepFile, CannotBeContinuedAfterAnotherProcessHasAddedToIt) {
  SweepWriter::create(path_, header_on("p"));
  const SweepResults read = read_sweep(path_);
  SweepWriter::resume(path_, read).add(sweep_of(1).rows[0]);
  EXPECT_THROW(SweepWriter::resume(path_, read), UsageError);
}

TEST_F(SweepFile, CannotBeContinuedWhenTheFilesOfASortHaveChanged) {
  SweepHeader header = header_on("p");
  header.definitions = {{"mine/", "old files"}};
  SweepWriter::create(path_, header);
  const SweepHeader found = read_sweep(path_).header;
  EXPECT_EQ(found.definitions, header.definitions);
  EXPECT_NO_THROW(require_same(path_, found, header));
  SweepHeader changed = header;
  changed.definitions["mine/"] = "new files";
  EXPECT_THROW(require_same(path_, found, changed), UsageError);
}

TEST_F(SweepFile, MayHaveSeveralHeadersOfWhichTheLastOneCounts) {
  const SweepResults made = sweep_of(1);
  {
    SweepWriter writer = SweepWriter::create(path_, header_on("p", 0, "old"));
    writer.add(made.rows[0]);
    writer.add(header_on("p", 2, "new"));
    writer.add(made.rows[1]);
  }
  const SweepResults read = read_sweep(path_);
  EXPECT_EQ(read.header.command, "new");
  ASSERT_EQ(read.rows.size(), 2u);
  ASSERT_EQ(read.earlier.size(), 1u);
  EXPECT_EQ(read.earlier[0].command, "old");
  EXPECT_EQ(read.rows[0].header, 0u);
  EXPECT_EQ(read.rows[1].header, 1u);
  EXPECT_EQ(sweep_text(read), read_file(path_));
}

TEST_F(SweepFile, IsContinuedOnlyByACommandThatCoversIt) {
  const auto complaint_about = [this](const std::string& before, const std::string& now) -> std::string {
    const SweepHeader found = header_on("p", 0, before);
    SweepHeader own = found;
    own.command = now;
    try {
      require_same(path_, found, own);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  const std::string base = "texelsort sweep -a radix/grs@compute -p digit=2,4 -n 64 -t u32 -d uniform --seed 1";
  EXPECT_EQ(complaint_about(base, base + " --samples 41 --seconds 5"), "");
  EXPECT_EQ(complaint_about(base, "texelsort sweep -a radix/* -p digit=2,4,8 -n 64,128 -t u32,f32 --seed 1"), "");
  EXPECT_TRUE(contains(complaint_about(base, "texelsort sweep -a radix/grs@compute -n 64 --seed 2"), "--seed 2"));
  EXPECT_TRUE(contains(complaint_about(base, base + " --device cpu-kernels"), "--device cpu-kernels"));
  EXPECT_TRUE(contains(complaint_about(base, base + " --passes"), "--passes"));
  const std::string tune = "texelsort tune --search local --budget 60 -a radix/grs@compute -n 64";
  EXPECT_EQ(complaint_about(tune, "texelsort tune --search random --budget 90 -a radix/grs@compute -n 64"), "");
  EXPECT_TRUE(contains(complaint_about(tune, "texelsort tune --budget 60 -a radix/grs@compute -n 128"), "-n 128"));
  EXPECT_TRUE(contains(complaint_about(tune, base), "texelsort"));
}

TEST_F(SweepFile, NamesTheResultThatACommandLeavesOut) {
  const ScriptedAlgorithm a({.id = "test/a"}), b({.id = "test/b"});
  const auto rows = results_of({&a, &b});
  EXPECT_NO_THROW(require_covered(path_, rows, trials_for({&a, &b})));
  try {
    require_covered(path_, rows, trials_for({&a}));
    ADD_FAILURE() << "the command leaves out test/b";
  } catch (const UsageError& error) {
    EXPECT_TRUE(contains(error.what(), "algorithm = test/b")) << error.what();
  }
}

TEST(SweepRequests, AreReadBackFromTheirCommand) {
  SweepRequest request;
  request.competitors = {"radix/srts@compute:digit=4", "std/sort@cpu"};
  request.axes = {"tile=workgroup*4", "workgroup=32..64:x2"};
  request.restrictions = {"tile*workgroup<=4096 and n>16"};
  request.sizes = {"2^16..2^18:x2"};
  request.problem.seed = 7;
  request.problem.order = data::Order::descending;
  request.budget.budget.seconds = 3;
  const std::string command = repeating_command(request, " --device cpu-kernels");
  const ReadCommand read = read_command(command);
  EXPECT_EQ(read.request.competitors, request.competitors);
  EXPECT_EQ(read.request.axes, request.axes);
  EXPECT_EQ(read.request.restrictions, request.restrictions);
  EXPECT_EQ(read.device_words, (Texts{"--device", "cpu-kernels"}));
  EXPECT_EQ(repeating_command(read.request, " --device cpu-kernels"), command);
  EXPECT_THROW(read_command("texelsort reproduce"), UsageError);
}

TEST(SweepExpressions, GiveValuesAndConditions) {
  const std::map<std::string, std::string> values{{"tile", "64"}, {"workgroup", "32"}, {"form", "serial"}};
  EXPECT_EQ(Expression("-p x", "workgroup*4").value(values), "128");
  EXPECT_EQ(Expression("-p x", "tile/workgroup").value(values), "2") << "a whole number";
  EXPECT_EQ(Expression("-p x", "max(tile, 100)").value(values), "100");
  EXPECT_TRUE(Expression("--where", "tile*workgroup <= 2048 and form == 'serial'").holds(values));
  EXPECT_FALSE(Expression("--where", "tile > 64").holds(values));
  const auto complaint = [&](const std::string& text) -> std::string {
    try {
      return Expression("--where", text).holds(values) ? "true" : "false";
    } catch (const UsageError& error) {
      return error.what();
    }
  };
  EXPECT_TRUE(contains(complaint("workgrop*4 > 1"), "--where workgrop*4 > 1: ")) << complaint("workgrop*4 > 1");
  EXPECT_TRUE(contains(complaint("workgrop*4 > 1"), "workgroup")) << "it suggests the nearest name";
  EXPECT_TRUE(contains(complaint("tile >"), "--where tile >: ")) << complaint("tile >");
  EXPECT_TRUE(contains(complaint("form < 3"), "--where form < 3: ")) << complaint("form < 3");
  EXPECT_TRUE(contains(complaint("tile"), "true or false"));
}

TEST(SweepExpressions, AreToldApartFromListsOfValues) {
  const Texts names{"n", "tile", "workgroup"};
  for (const char* text : {"workgroup*4", "workgroup", "workgroup/2", "2^16-tile", "min(tile,4)"}) {
    EXPECT_TRUE(is_expression(text, names)) << text;
  }
  for (const char* text : {"1,2,4", "1024..16384:x2", "2^16", "left/right", "merge-path,serial", "true"}) {
    EXPECT_FALSE(is_expression(text, names)) << text;
  }
  EXPECT_EQ(names_in("math.floor(tile/2) + max(n, 1) == 'word'"), (Texts{"tile", "n"}));
}

TEST(SweepExpressions, DeriveParametersAndLeaveOutCombinations) {
  TEXELSORT_NEED_GL();
  const auto* device = &gpu::test_device().info();
  SweepSpace space{read_configurations({"radix/grs@compute:form=cooperative"}),
                   read_axes({"workgroup=16,32,64", "tile=workgroup*2"}),
                   {sixteen_keys()}};
  for (const Trial& trial : trials_of(space, device)) {
    const int workgroup = std::stoi(trial.used.at("workgroup"));
    EXPECT_EQ(std::stoi(trial.used.at("tile")), 2 * workgroup) << trial.key();
  }
  EXPECT_EQ(trials_of(space, device).size(), 3u);
  space.restrictions.emplace_back("--where", "tile*workgroup <= 2048");
  EXPECT_EQ(trials_of(space, device).size(), 2u) << "16 * 32 and 32 * 64";
  space.restrictions.emplace_back("--where", "tile < 0");
  EXPECT_THROW(trials_of(space, device), UsageError) << "nothing is left";
  space.restrictions = {Expression("--where", "tiles < 0")};
  EXPECT_THROW(trials_of(space, device), UsageError) << "no such parameter";
}

TEST_F(SweepFile, IsRejectedWithTheLineOfTheError) {
  const std::string header =
      R"({"schema":"texelsort/sweep/1","version":"1","command":"c","date":"d","device":null,"renderer":null,)"
      R"("driver":null,"processor":"p","cccl":null,"seed":1,"trials":2})"
      "\n";
  write_file(path_, "");
  EXPECT_TRUE(contains(complaint(path_), "no complete line"));
  write_file(path_, "{\"schema\":\"texelsort/sweep/9\"}\n");
  EXPECT_TRUE(contains(complaint(path_), "sweep.jsonl:1: unsupported schema texelsort/sweep/9, expected"));
  write_file(path_, "{\"rows\":3}\n");
  EXPECT_TRUE(contains(complaint(path_), ":1: not a result of a sweep"));
  write_file(path_, header + "{\"status\":\"guessed\"}\n");
  EXPECT_TRUE(contains(complaint(path_), ":2: unknown status 'guessed'"));
  write_file(path_, header + "nonsense\n");
  EXPECT_TRUE(contains(complaint(path_), ":2: "));
  write_file(path_, header + "{\"status\":");
  EXPECT_EQ(complaint(path_), "");
  EXPECT_TRUE(read_sweep(path_).cut_off);
}

/// 216 configurations on this machine's OpenGL, in a process that is killed twice.
TEST_F(SweepFile, ContainsEachMeasurementOnceWhenAKilledSweepIsResumed) {
  TEXELSORT_NEED_GL();
  const Texts words{"sweep",
                    "-a",
                    "radix/grs@compute:form=serial,radix/grs@compute:form=cooperative",
                    "-p",
                    "digit=2,4",
                    "-p",
                    "workgroup=8..32:x2",
                    "-p",
                    "tile=64,128",
                    "-n",
                    "100..260:+20",
                    "--samples",
                    "3"};
  const auto run = [&](const std::string& path, bool resume) {
    Texts all = words;
    all.insert(all.end(), {"-o", path});
    if (resume) all.push_back("--resume");
    return run_program(all);
  };
  const auto rows_of = [](const std::string& path) {
    std::set<std::string> keys;
    for (const TrialResult& row : read_sweep(path).rows) EXPECT_TRUE(keys.insert(row.key()).second) << row.key();
    return keys;
  };
  const std::string straight = folder_ / "straight.jsonl";
  const Outcome whole = run(straight, false);
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const auto expected = rows_of(straight);
  EXPECT_GE(expected.size(), 200u);

  // Simulate the result files of killed sweeps. They contain a third of the whole file, ending within a line, and then
  // two thirds.
  const std::string text = read_file(straight);
  for (const std::size_t part : {text.size() / 3, 2 * text.size() / 3}) {
    std::size_t end = text.rfind('\n', part);
    const SweepResults before = [&] {
      write_file(path_, text.substr(0, part));
      return read_sweep(path_);
    }();
    EXPECT_EQ(before.cut_off, end + 1 != part);
    EXPECT_LT(before.rows.size(), expected.size());
    const Outcome resumed = run(path_, true);
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(rows_of(path_), expected);
  }
}

TEST_F(SweepFile, IsRejectedWithTheLineOfAnInvalidNumber) {
  const SweepResults made = sweep_of(1);
  {
    SweepWriter writer = SweepWriter::create(path_, header_on("p", 2));
    writer.add(made.rows[0]);
  }
  const std::string text = read_file(path_);
  for (const std::string key : {"seed", "trials", "n", "group", "seconds", "bytes", "passes", "samples_ms"}) {
    const std::size_t start = text.find("\"" + key + "\":") + key.size() + 3;
    ASSERT_LT(start, text.size()) << key;
    const std::size_t end = text[start] == '[' ? text.find(']', start) + 1 : text.find_first_of(",}", start);
    for (const std::string value : {"-1", "1e300", "1e999", "NaN", "\"1\"", "null", "[-1]", "[1e300]", "{}"}) {
      const std::string file = folder_ / "changed.jsonl";
      write_file(file, std::string(text).replace(start, end - start, value));
      const std::string line = key == "seed" || key == "trials" ? ":1: " : ":2: ";
      EXPECT_TRUE(complaint(file).starts_with(file + line)) << key << " " << value << ": " << complaint(file);
    }
  }
}

/// The exported file must follow the published schema for results, version 1.0.0.
TEST_F(SweepFile, IsExportedInTheT4ResultsFormat) {
  SweepResults results = sweep_of(1);
  results.rows.push_back(results.rows.front());
  results.rows.back().status = TrialStatus::refused;
  results.rows.back().samples_ms.clear();
  results.rows.back().parameters = {{"tile", "1024"}, {"form", "serial"}};
  results.rows.push_back(results.rows.back());
  results.rows.back().status = TrialStatus::failed;
  results.rows.back().parameters["tile"] = "2048";
  results.rows.push_back(results.rows[2]);
  results.rows.back().parameters["tile"] = "4096";
  results.rows.back().timeout = true;
  results.rows.back().date = "2026-03-01T12:00:00Z";
  results.rows[1].stopped = true;
  {
    SweepWriter writer = SweepWriter::create(path_, header_on("p"));
    for (const TrialResult& row : results.rows) writer.add(row);
  }
  const Outcome outcome = run_program({"export", "t4", path_, "-o", "-"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("schema_version"), "1.0.0");
  ASSERT_EQ(json.at("results").size(), 5u);
  const std::set<std::string> invalidities{"timeout", "compile", "runtime", "correctness", "constraints", "correct"};
  for (const auto& result : json.at("results")) {
    for (const char* required : {"configuration", "times", "invalidity", "correctness"}) {
      EXPECT_TRUE(result.contains(required)) << required;
    }
    EXPECT_TRUE(result.at("configuration").is_object());
    EXPECT_TRUE(result.at("times").at("runtimes").is_array());
    EXPECT_TRUE(invalidities.contains(result.at("invalidity")));
    EXPECT_TRUE(result.at("correctness").is_number());
    EXPECT_TRUE(result.at("timestamp").is_string());
    EXPECT_TRUE(result.at("objectives").is_array());
    for (const auto& measurement : result.at("measurements")) {
      EXPECT_TRUE(measurement.at("name").is_string() && measurement.at("unit").is_string());
      EXPECT_TRUE(measurement.at("value").is_number());
    }
    EXPECT_EQ(result.at("invalidity") == "correct", result.at("correctness") == 1);
  }
  EXPECT_EQ(json.at("results")[2].at("configuration").at("tile"), 1024) << "numbers are numbers";
  EXPECT_EQ(json.at("results")[2].at("invalidity"), "constraints");
  EXPECT_EQ(json.at("results")[3].at("invalidity"), "correctness");
  EXPECT_EQ(json.at("results")[4].at("invalidity"), "timeout");
  EXPECT_EQ(json.at("results")[4].at("timestamp"), "2026-03-01T12:00:00Z") << "each row has its own";
  const auto names_of = [&](int row) {
    std::set<std::string> names;
    for (const auto& measurement : json.at("results")[row].at("measurements")) names.insert(measurement.at("name"));
    return names;
  };
  EXPECT_FALSE(names_of(0).contains("stopped_early"));
  EXPECT_TRUE(names_of(1).contains("stopped_early"));
  ASSERT_EQ(run_program({"export", "t4", path_, "-o", folder_ / "t4.json", "--metadata", folder_ / "m.json"}).exit_code,
            0);
  const auto metadata = nlohmann::json::parse(read_file(folder_ / "m.json"));
  EXPECT_EQ(metadata.at("schema_version"), "1.0.0");
  EXPECT_EQ(metadata.at("metadata").at("hardware").at("hardware_description")[0].at("processor"), "p");
  EXPECT_EQ(metadata.at("metadata").at("environment").at("requirements")[0], "texelsort==1");
  expect_one_line_error(run_program({"export", "t4", path_, "-o", folder_ / "x.csv"}), 2, {".json"});
}

/// Two files with a row each of digit 2 and 4, of which the second is half as fast.
TEST(SweepSheet, HasDerivedColumnsAndJoinsFiles) {
  SweepResults before = sweep_of(1), after = before;
  for (TrialResult& row : after.rows) {
    for (double& ms : row.samples_ms) ms *= 2;
    row.ms = measure::summarise(row.samples_ms);
  }
  before.rows[0].parameters["digit"] = after.rows[0].parameters["digit"] = "2";
  const std::vector<NamedResults> one{{"before", before.rows}}, both{{"before", before.rows}, {"after", after.rows}};
  const auto column = [](const measure::ResultTable& table, std::string_view name) {
    const auto found = std::ranges::find(table.columns, name, &measure::Column::key);
    EXPECT_NE(found, table.columns.end()) << name;
    std::vector<measure::Cell> cells;
    for (const auto& row : table.rows) cells.push_back(row[static_cast<std::size_t>(found - table.columns.begin())]);
    return cells;
  };
  SheetOptions options;
  options.columns = {{"us", Expression("--column", "median_ms*1000")},
                     {"double_us", Expression("--column", "us*2")},
                     {"digits", Expression("--column", "digit*10")}};
  const auto table = result_sheet(one, options);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_DOUBLE_EQ(std::get<double>(column(table, "double_us")[0]), 2000 * before.rows[0].ms.median);
  EXPECT_EQ(std::get<std::uint64_t>(column(table, "digits")[0]), 20u);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(column(table, "digits")[1])) << "the row has no digit";
  EXPECT_EQ(result_sheet(both, {}).rows.size(), 4u) << "one after the other";

  options = {.joined = true};
  options.columns = {{"ratio", Expression("--column", "median_ms_2/median_ms_1")}};
  options.restrictions = {Expression("--where", "digit == 2")};
  const auto joined = result_sheet(both, options);
  ASSERT_EQ(joined.rows.size(), 1u);
  const measure::Cell ratio = column(joined, "ratio")[0];
  EXPECT_EQ(measure::csv(joined).substr(0, 12), "algorithm,n,");
  ASSERT_TRUE(std::holds_alternative<std::uint64_t>(ratio)) << "a whole number";
  EXPECT_EQ(std::get<std::uint64_t>(ratio), 2u);
  options.restrictions = {Expression("--where", "digits == 2")};
  EXPECT_THROW(result_sheet(both, options), UsageError) << "no such column";
}

TEST(SweepReport, ContainsPivotTablesWithVerdicts) {
  SweepResults results = sweep_of(1);
  results.header.version = "1";
  for (std::size_t i = 0; i < 2; ++i) {
    for (auto* values : {&results.rows[i].parameters, &results.rows[i].given}) {
      *values = {{"digit", i == 0 ? "2" : "4"}, {"tile", i == 0 ? "64" : "128"}};
    }
    results.rows[i].algorithm = "test/a";
  }
  const PlotStyle style = plot_style(ThemeName::light, ColormapName::viridis, 15);
  const auto page = [&](std::vector<Pivot> pivots) { return report_page(results, style, style, std::move(pivots)); };
  EXPECT_TRUE(contains(page({}), "<h2>Pivot tables</h2>"));
  const std::string html = page({{"digit", "tile", Expression("--value", "n*2")}});
  EXPECT_TRUE(contains(html, "n*2 by digit and tile")) << html;
  EXPECT_TRUE(contains(html, "32 (fastest)"));
  EXPECT_THROW(page({{"digit", "digit"}}), UsageError);
  EXPECT_THROW(page({{"digit", "tiles"}}), UsageError);
  EXPECT_THROW(page({{"digit", "tile", Expression("--value", "speed")}}), UsageError);
}

TEST(SweepCommand, LeavesAFileThatItCanResumeWhenASignalEndsIt) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::string path = folder / "sweep.jsonl";
  std::vector<std::string> command{
      "sweep", "-a",   "radix/grs@compute", "-p", "digit=1,2,4", "-p", "workgroup=8..64:x2", "-p", "tile=64..512:x2",
      "-n",    "2^13", "--samples",         "15", "-o",          path};
  const auto lines = [&path] {
    const std::string text = read_file(path);
    return std::count(text.begin(), text.end(), '\n');
  };
  const auto incomplete = [&path] {
    const SweepResults results = read_sweep(path);
    return results.header.trials -
           static_cast<std::size_t>(std::ranges::count(results.rows, false, &TrialResult::partial));
  };
  // The first kill follows the first row, which may have only the samples so far.
  std::ptrdiff_t wanted = 2;
  for (const int number : {SIGINT, SIGKILL}) {
    const Outcome outcome = run_program(command, "", {}, [&](pid_t child) {
      const auto start = std::chrono::steady_clock::now();
      while (lines() < wanted && std::chrono::steady_clock::now() - start < std::chrono::minutes(1))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      kill(child, number);
    });
    EXPECT_EQ(outcome.exit_code, 128 + number) << "it had time to end: " << outcome.err;
    const SweepResults some = read_sweep(path);
    EXPECT_EQ(some.header.trials, 48u);
    EXPECT_GE(some.rows.size(), 1u);
    EXPECT_FALSE(some.cut_off);
    EXPECT_GT(incomplete(), 0u);
    wanted = lines() + 1;
    if (number == SIGINT) command.emplace_back("--resume");
  }
  const Outcome rest = run_program(command);
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(read_sweep(path).rows.size(), 48u);
  EXPECT_EQ(incomplete(), 0u);
  for (const TrialResult& row : read_sweep(path).rows) {
    EXPECT_EQ(row.samples_ms.size(), row.status == TrialStatus::measured ? 15u : 0u) << row.key();
  }
}

TEST(SweepCommand, NeverRanksABrokenShader) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  tests::write_changed_shader(folder, "networks/single_quad.frag", "gets_smaller ? precedes(other, own)",
                              "gets_smaller ? precedes(own, other)");
  const std::string path = folder / "sweep.jsonl";
  const Outcome outcome = run_program({"sweep", "-a", "bitonic/single-quad,bitonic/grouped-quads", "-n", "64",
                                       "--samples", "3", "--shader-dir", folder / "", "-o", path});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "WRONG    bitonic/single-quad: ")) << outcome.out;
  for (const TrialResult& row : read_sweep(path).rows) {
    EXPECT_EQ(row.status == TrialStatus::measured, row.algorithm == "bitonic/grouped-quads") << row.reason;
    if (row.status != TrialStatus::failed) continue;
    EXPECT_TRUE(contains(row.reason, "pass 1")) << row.reason;
  }
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
