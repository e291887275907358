#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "app/tuning/sweeps/sweep_file.h"
#include "tests/app/cli_support.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

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
    // SIGKILL can end a write between two of its pages: the line that it cuts is ignored and measured again.
    if (number == SIGINT) {
      EXPECT_FALSE(some.cut_off);
    }
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

}  // namespace
}  // namespace texelsort::app
