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

#include "app/cli/reports/sweep_report.h"
#include "app/tuning/sweeps/comparison.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/measure/scripted_algorithm.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using measure::Script, measure::ScriptedAlgorithm;
using Texts = std::vector<std::string>;

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
    if (i > 0) EXPECT_EQ(order[i].verdict, i < 8 ? RankVerdict::slower : RankVerdict::unpaired) << i;
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

SweepResults sweep_of(double slowed) {
  const ScriptedAlgorithm a({.id = "test/a", .total_ms = around(2, slowed > 1 ? 5 : 1)}),
      b({.id = "test/b", .total_ms = around(3 * slowed, slowed > 1 ? 6 : 2)});
  return {.header = {}, .rows = results_of({&a, &b})};
}

TEST(SweepComparison, FindsNoChangeBetweenASweepAndItself) {
  const SweepResults results = sweep_of(1);
  const SweepComparison comparison = compare(results, results, 0.05);
  EXPECT_EQ(comparison.count(Change::same), 2u);
}

TEST(SweepComparison, FindsATwentyPercentSlowdown) {
  const SweepResults before = sweep_of(1), after = sweep_of(1.2);
  for (const ComparedTrial& trial : compare(before, after, 0.05).trials) {
    EXPECT_EQ(trial.verdict, trial.after->algorithm == "test/b" ? Change::slower : Change::same) << trial.ratio.low;
  }
  for (const ComparedTrial& trial : compare(after, before, 0.05).trials) {
    EXPECT_EQ(trial.verdict, trial.after->algorithm == "test/b" ? Change::faster : Change::same);
  }
  // With a wide tolerance, both rows are equal. With a narrower one, the interval of one row crosses the tolerance, so
  // that its change is undecided.
  EXPECT_EQ(compare(before, after, 0.5).count(Change::same), 2u);
  EXPECT_EQ(compare(before, after, 0.2).count(Change::undecided), 1u);
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
    SweepWriter writer = SweepWriter::create(path_, {.version = "1", .command = "c", .processor = "p", .trials = 2});
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
  SweepWriter::create(path_, {.version = "1", .command = "c", .processor = "p"});
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
  SweepWriter::create(path_, {.version = "1", .command = "c", .processor = "p"});
  const SweepResults read = read_sweep(path_);
  SweepWriter::resume(path_, read).add(sweep_of(1).rows[0]);
  EXPECT_THROW(SweepWriter::resume(path_, read), UsageError);
}

TEST_F(SweepFile, CannotBeContinuedWhenTheFilesOfASortHaveChanged) {
  const SweepHeader header{.version = "1", .command = "c", .processor = "p", .definitions = {{"mine/", "old files"}}};
  SweepWriter::create(path_, header);
  const SweepHeader found = read_sweep(path_).header;
  EXPECT_EQ(found.definitions, header.definitions);
  EXPECT_NO_THROW(require_same(path_, found, header));
  SweepHeader changed = header;
  changed.definitions["mine/"] = "new files";
  EXPECT_THROW(require_same(path_, found, changed), UsageError);
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
    SweepWriter writer = SweepWriter::create(path_, {.version = "1", .command = "c", .processor = "p", .trials = 2});
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
  {
    SweepWriter writer = SweepWriter::create(path_, {.version = "1", .command = "c", .processor = "p"});
    for (const TrialResult& row : results.rows) writer.add(row);
  }
  const Outcome outcome = run_program({"export", "t4", path_, "-o", "-"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("schema_version"), "1.0.0");
  ASSERT_EQ(json.at("results").size(), 4u);
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
  expect_one_line_error(run_program({"export", "t4", path_, "-o", folder_ / "x.csv"}), 2, {".json"});
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
  // Rows are measured in groups of twelve. Each kill leaves at least as many rows to measure.
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
    EXPECT_GE(some.rows.size() + 1, static_cast<std::size_t>(wanted));
    EXPECT_LT(some.rows.size(), 48u);
    wanted = lines() + 1;
    if (number == SIGINT) command.emplace_back("--resume");
  }
  const Outcome rest = run_program(command);
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(read_sweep(path).rows.size(), 48u);
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

TEST(CompareCommand, ExitsWithOneWhenAConfigurationIsSlower) {
  const TemporaryFolder folder;
  const auto write = [&folder](const std::string& name, const SweepResults& results, const std::string& processor) {
    SweepWriter writer = SweepWriter::create(folder / name, {.version = "1", .command = "c", .processor = processor});
    for (const TrialResult& row : results.rows) writer.add(row);
    return folder / name;
  };
  const std::string before = write("before", sweep_of(1), "p"), after = write("after", sweep_of(1.2), "p"),
                    elsewhere = write("elsewhere", sweep_of(1), "q");
  EXPECT_EQ(run_program({"compare", before, before}).exit_code, 0);
  const Outcome slower = run_program({"compare", before, after});
  EXPECT_EQ(slower.exit_code, 1);
  EXPECT_TRUE(contains(slower.out, "SLOWER   test/b")) << slower.out;
  EXPECT_TRUE(contains(slower.out, "1 SAME, 0 FASTER, 1 SLOWER")) << slower.out;
  EXPECT_EQ(run_program({"compare", after, before}).exit_code, 0);
  EXPECT_TRUE(contains(run_program({"compare", before, after, "--format", "markdown"}).out, "| SLOWER | test/b |"));
  expect_one_line_error(run_program({"compare", before, elsewhere}), 2, {"different machines", "'p' and 'q'"});
  EXPECT_EQ(run_program({"compare", before, elsewhere, "--across-devices"}).exit_code, 0);
  write_file(folder / "cut", read_file(before).substr(0, read_file(before).size() - 20));
  expect_one_line_error(run_program({"compare", folder / "cut", after}), 2, {"cut:3: the last line is incomplete"});
}

}  // namespace
}  // namespace texelsort::app
