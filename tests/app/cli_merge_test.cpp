#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/cli_support.h"

/// Tests of `texelsort merge`, and of the differences between merges and sorts.
namespace texelsort::app {
namespace {

TEST(CliMerge, MergesFilesOfDifferentFormats) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "1 4 4 9\n");
  write_file(folder / "b.csv", "price,day\n2,1\n4,2\n");
  write_file(folder / "c.u32", std::string("\x03\0\0\0\x0b\0\0\0", 8));
  write_file(folder / "empty.txt", "");
  const Outcome outcome =
      run_program({"merge", folder / "a.txt", folder / "empty.txt", folder / "b.csv", folder / "c.u32", "-"}, "0 5\n");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "0\n1\n2\n3\n4\n4\n4\n5\n9\n11\n");
}

TEST(CliMerge, MergesFilesInDescendingOrder) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "9 -1\n");
  write_file(folder / "b.txt", "7 3 -5\n");
  const Outcome outcome = run_program(
      {"merge", folder / "a.txt", folder / "b.txt", "-t", "i32", "--order", "desc", "-o", folder / "all.txt"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read_file(folder / "all.txt"), "9\n7\n3\n-1\n-5\n");
}

TEST(CliMerge, NamesTheInputFileThatIsNotSorted) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "1 2 3\n");
  write_file(folder / "b.txt", "5 8 7 9\n");
  expect_one_line_error(run_program({"merge", folder / "a.txt", folder / "b.txt"}), 2,
                        {folder / "b.txt", "not sorted: at position 2, 7 comes after 8"});
  expect_one_line_error(run_program({"merge", folder / "a.txt", "--order", "desc"}), 2,
                        {"a.txt: not sorted in descending order: at position 1, 2 comes after 1"});
  expect_one_line_error(run_program({"merge", folder / "a.txt", "-"}, "2 1\n"), 2, {"-: not sorted"});
  expect_one_line_error(run_program({"merge", "-", "-"}, "1\n"), 2, {"standard input (-) can be given only once"});
  expect_one_line_error(run_program({"merge", folder / "absent.txt"}), 2, {"absent.txt"});
  write_file(folder / "c.txt", "-1\n");
  expect_one_line_error(run_program({"merge", folder / "a.txt", folder / "c.txt"}), 2,
                        {"a.txt has u32 keys", "c.txt has i32 keys", "-t"});
}

TEST(CliMerge, WritesAnEmptyOutputForEmptyFiles) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "");
  write_file(folder / "b.txt", "\n");
  const Outcome outcome = run_program({"merge", folder / "a.txt", folder / "b.txt"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

/// Merges more files than a process may have open at the same time.
TEST(CliMerge, MergesTenThousandFiles) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"merge"};
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const std::string path = folder / std::to_string(i);
    const std::uint32_t low = i * 2654435761u % 1000, high = low + i % 7;
    write_file(path, i % 10 == 0 ? "" : std::to_string(low) + " " + std::to_string(high) + "\n");
    if (i % 10 != 0) all.insert(all.end(), {low, high});
    words.push_back(path);
  }
  const Outcome outcome = run_program(words);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::ranges::sort(all);
  std::istringstream lines(outcome.out);
  for (const std::uint32_t key : all) {
    std::uint32_t merged = 0;
    ASSERT_TRUE(lines >> merged);
    ASSERT_EQ(merged, key);
  }
}

TEST(CliMerge, GeneratesItsSequencesFromADistribution) {
  const Outcome outcome = run_program({"merge", "-d", "gaussian", "-n", "1000", "--sequences", "7", "-t", "f32"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1000);
  const Outcome sorted = run_program({"sort", "-d", "gaussian", "-n", "1000", "-t", "f32", "-a", "std/sort@cpu"});
  EXPECT_EQ(outcome.out, sorted.out);
  const Outcome lengths = run_program({"merge", "--lengths", "10,0,1,989", "-d", "gaussian", "-t", "f32"});
  EXPECT_EQ(lengths.out, sorted.out);
  expect_one_line_error(run_program({"merge", "--sequences", "0"}), 2, {"expected at least one sequence"});
  expect_one_line_error(run_program({"merge", "--payload", "record:2"}), 2, {"choose the payload index"});
}

TEST(CliMerge, TracesEveryPassWithItsClaim) {
  const Outcome outcome =
      run_program({"merge", "-n", "32", "--sequences", "4", "-p", "width=4", "-p", "mergers=2", "--trace"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part : {"selection", "round 1 of 2", "round 2 of 2", "2 sorted sequences, merged stably"}) {
    EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
  }
}

TEST(CliMerge, PrintsACommandThatReproducesATiming) {
  const Outcome outcome = run_program({"merge", "--lengths", "30,2,0", "--timing", "--json", "--samples", "3"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string command = nlohmann::json::parse(outcome.out).at("command");
  EXPECT_TRUE(command.starts_with("texelsort merge -d uniform --seed 1 --lengths 30,2,0 -t u32 -a merge/multiway@cpu"))
      << command;
}

TEST(CliMerge, IsSuggestedForMergeAlgorithmsAndRejectsOthers) {
  expect_one_line_error(run_program({"sort", "-n", "8", "-a", "merge/multiway@cpu"}), 2,
                        {"merge/multiway@cpu does not sort: use texelsort merge for it"});
  expect_one_line_error(run_program({"merge", "-n", "8", "-a", "std/sort@cpu"}), 2,
                        {"std/sort@cpu does not merge: use texelsort sort for it"});
  expect_one_line_error(run_program({"select", "-n", "8", "-k", "1", "-a", "merge/multiway@cpu"}), 2,
                        {"merge/multiway@cpu merges: use texelsort merge for it"});
  expect_one_line_error(
      run_program({"bench", "-a", "merge/multiway@cpu", "std/sort@cpu", "-n", "8", "--sequences", "2"}), 2,
      {"merge/multiway@cpu merges, but std/sort@cpu sorts: compare them in two runs"});
  expect_one_line_error(run_program({"bench", "-a", "merge/multiway@cpu", "-n", "8"}), 2, {"--sequences K"});
  expect_one_line_error(run_program({"bench", "-a", "std/sort@cpu", "-n", "8", "--sequences", "2"}), 2,
                        {"std/sort@cpu does not merge"});
}

TEST(CliBench, ComparesMergeAlgorithms) {
  const Outcome outcome = run_program(
      {"bench", "-a", "merge/multiway@cpu", "-n", "1000", "--sequences", "5", "--samples", "3", "--format", "json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "--sequences 5")) << outcome.out;
}

TEST(CliBench, AcceptsTheMergePatternOfItsHelpText) {
  EXPECT_TRUE(contains(run_program({"bench", "--help"}).out, "-a 'merge/multiway@*'"));
  const Outcome outcome = run_program(
      {"bench", "-a", "merge/multiway@*", "merge/path@cuda", "-n", "256", "--sequences", "16", "--samples", "3"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "merge/multiway@cpu")) << outcome.out;
}

}  // namespace
}  // namespace texelsort::app
