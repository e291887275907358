#include "app/cli/commands/bench_blocks.h"

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::app {
namespace {

using tests::TemporaryFolder;

/// Writes a program that behaves like `bench --paced` with a number of rounds. In each round, it appends `name` to the
/// file `log`. It prints one row, of `algorithm`, which was not measured.
std::string write_program(const TemporaryFolder& folder, const std::string& name, int rounds,
                          const std::string& algorithm = "a") {
  std::string text = "#!/bin/sh\n";
  for (int round = 1; round <= rounds; ++round) {
    text += fmt::format("echo round 1 {}; read line; printf {} >> {}\n", round, name, folder / "log");
  }
  text += fmt::format(
      R"(echo '{{"schema": "texelsort/bench/1", "results": [{{"algorithm": "{}", "type": "u32", )"
      R"("distribution": "uniform", "order": "asc", "payload": "none", "n": 8, "parameters": "", "verified": null, )"
      R"("result": "not measured: no keys"}}]}}'
)",
      algorithm);
  const std::string path = folder / name;
  write_file(path, text);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST(PairedBench, AlternatesTheProgramsAndTheirOrder) {
  const TemporaryFolder folder;
  const std::string a = write_program(folder, "A", 4), b = write_program(folder, "B", 4);
  for (const std::size_t first : {0u, 1u}) {
    write_file(folder / "log", "");
    const PairOfRows rows = measure_in_turns({a, b}, {}, first);
    EXPECT_EQ(read_file(folder / "log"), first == 0 ? "ABBAABBA" : "BAABBAAB");
    EXPECT_EQ(rows[0].at(0).at("algorithm"), "a");
    EXPECT_EQ(rows[1].size(), 1u);
  }
}

TEST(PairedBench, FinishesAProgramWithMoreRounds) {
  const TemporaryFolder folder;
  measure_in_turns({write_program(folder, "A", 1), write_program(folder, "B", 5)}, {}, 1);
  EXPECT_EQ(read_file(folder / "log"), "BABBBB");
  EXPECT_THROW(measure_in_turns({folder / "A", "false"}, {}, 0), Error);
}

TEST(PairedBench, PacesTheRoundsOfBench) {
  const Outcome outcome = run_program({"bench", "-a", "std/sort@cpu", "-n", "8,16", "--samples", "2", "--paced"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const std::string turn : {"round 1 1\n", "round 1 2\n", "round 2 1\n", "round 2 2\n"}) {
    EXPECT_TRUE(contains(outcome.out, turn)) << outcome.out;
  }
}

TEST(CompareCommand, RejectsProgramsWithDifferentRows) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program({"compare", "--programs", write_program(folder, "A", 1),
                                       write_program(folder, "B", 1, "b"), "-a", "std/sort@cpu"});
  expect_one_line_error(outcome, 2, {folder / "B", "measures other rows than the old program"});
}

}  // namespace
}  // namespace texelsort::app
