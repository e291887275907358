#include "app/tuning/sweeps/sweep_file.h"

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/tuning/sweeps/sweep_request.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/sweeps.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using measure::ScriptedAlgorithm;
using Texts = std::vector<std::string>;

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

TEST_F(SweepFile, ContainsTheClocksOfGpus) {
  SweepResults made = sweep_of(1);
  made.rows[0].gpus = {{"GPU", 1500, 1980, 2619, {"power limit"}}};
  const SweepResults read = parse_sweep(sweep_text(made), path_);
  ASSERT_EQ(read.rows[0].gpus.size(), 1u);
  EXPECT_EQ(read.rows[0].gpus[0].sm_mhz, 1500u);
  EXPECT_EQ(read.rows[0].gpus[0].most_sm_mhz, 1980u);
  EXPECT_EQ(read.rows[0].gpus[0].memory_mhz, 2619u);
  EXPECT_EQ(read.rows[0].gpus[0].throttled, made.rows[0].gpus[0].throttled);
  EXPECT_TRUE(read.rows[1].gpus.empty());
  EXPECT_EQ(sweep_text(read), sweep_text(made));
}

TEST_F(SweepFile, HasAnIntervalFromSixSamplesOn) {
  SweepResults made = sweep_of(1);
  made.rows.resize(1);
  for (const std::size_t samples : {5, 6}) {
    made.rows[0].samples_ms.assign(samples, 1.0);
    made.rows[0].ms = measure::summarise(made.rows[0].samples_ms);
    const std::string text = sweep_text(made);
    EXPECT_EQ(text.find("low_ms") != std::string::npos, samples == 6) << text;
    EXPECT_EQ(text.find("high_ms") != std::string::npos, samples == 6) << text;
  }
}

TEST_F(SweepFile, AddsUpTheSecondsOfReplacedGroups) {
  TrialResult row = sweep_of(1).rows[0];
  {
    SweepWriter writer = SweepWriter::create(path_, header_on("p"));
    for (const auto& [group, seconds] : {std::pair(1, 2.0), {1, 3.0}, {4, 5.0}}) {
      row.group = static_cast<std::uint64_t>(group);
      row.seconds = seconds;
      writer.add(row);
    }
  }
  const SweepResults read = read_sweep(path_);
  ASSERT_EQ(read.rows.size(), 1u);
  EXPECT_EQ(read.rows[0].seconds, 5);
  EXPECT_EQ(read.rows[0].earlier_seconds, 3) << "the second line of group 1 continues the first one";
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
  results.rows[1].samples_ms.resize(3);
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
  EXPECT_FALSE(names_of(0).contains("no_interval"));
  EXPECT_TRUE(names_of(1).contains("no_interval")) << "three samples have no interval";
  ASSERT_EQ(run_program({"export", "t4", path_, "-o", folder_ / "t4.json", "--metadata", folder_ / "m.json"}).exit_code,
            0);
  const auto metadata = nlohmann::json::parse(read_file(folder_ / "m.json"));
  EXPECT_EQ(metadata.at("schema_version"), "1.0.0");
  EXPECT_EQ(metadata.at("metadata").at("hardware").at("hardware_description")[0].at("processor"), "p");
  EXPECT_EQ(metadata.at("metadata").at("environment").at("requirements")[0], "texelsort==1");
  expect_one_line_error(run_program({"export", "t4", path_, "-o", folder_ / "x.csv"}), 2, {".json"});
}

}  // namespace
}  // namespace texelsort::app
