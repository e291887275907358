#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

std::vector<std::string> by(const std::string& path, const std::string& columns, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"sort", path, "--by", columns, "-a", "std/sort@cpu"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CliSortBy, WritesRowsOverTheInputFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "data.csv";
  write_file(path, "name,price,note\nb,10,\"x, y\"\na,9.5, z\nc,10,\n");
  const Outcome outcome = run_program(by(path, "price:desc,name", {"-o", path}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_file(path), "name,price,note\nb,10,\"x, y\"\nc,10,\na,9.5, z\n");
  EXPECT_EQ(run_program({"sort", "--by", "2", "--header", "no", "--top", "1", "-a", "std/sort@cpu"}, "x,2\ny,1\n").out,
            "y,1\n");
  EXPECT_EQ(run_program(by(path, "name", {"--by", "price"})).out, "name,price,note\na,9.5, z\nb,10,\"x, y\"\nc,10,\n");
}

TEST(CliSortBy, WritesTheSameRowsWithEveryAlgorithm) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::string path = folder / "data.csv";
  std::string table = "key,place\n";
  for (int i = 0; i < 500; ++i) table += std::to_string(i * 7919 % 83) + "e-3," + std::to_string(i) + "\n";
  write_file(path, table);
  const std::string expected = run_program(by(path, "key:desc")).out;
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 501);
  for (const char* algorithm : {"bitonic/fused", "radix/srts@compute", "std/stable-sort@cpu"}) {
    EXPECT_EQ(run_program({"sort", path, "--by", "key:desc", "-a", algorithm}).out, expected) << algorithm;
  }
}

TEST(CliSortBy, SelectsRowsByLargestAndSmallestKeys) {
  const TemporaryFolder folder;
  const std::string path = folder / "data.csv";
  write_file(path, "name,price\na,10\nb,30\nc,20\nd,30.0\ne,10\n");
  const auto found = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"select", path, "-a", "std/nth-element@cpu"});
    return run_program(words);
  };
  EXPECT_EQ(found({"--by", "price", "-k", "3"}).out, "name,price\nb,30\nd,30.0\nc,20\n");
  EXPECT_EQ(found({"--by", "price", "-k", "1"}).out, "name,price\nb,30\n");
  EXPECT_EQ(found({"--by", "price", "--smallest", "3"}).out, "name,price\na,10\ne,10\nc,20\n");
  EXPECT_EQ(found({"--by", "price:desc,name:desc", "--min"}).out, "name,price\nd,30.0\n");
  expect_one_line_error(found({"--by", "price", "--median"}), 2, {"--by", "-k K"});
  expect_one_line_error(found({"--by", "price", "-k", "1,2"}), 2, {"--by", "-k K"});
  expect_one_line_error(found({"--by", "price", "-k", "9"}), 2, {"9"});
}

TEST(CliSortBy, RejectsInvalidColumns) {
  const TemporaryFolder folder;
  const std::string path = folder / "data.csv";
  write_file(path, "a,b\n1,2\n");
  expect_one_line_error(run_program(by(path, "c")), 2, {"data.csv", "no column 'c'", "a, b"});
  expect_one_line_error(run_program(by(path, "a:up")), 2, {"--by", "'up'"});
  expect_one_line_error(run_program(by(path, "a", {"--column", "b"})), 2, {"--column", "--by"});
  expect_one_line_error(run_program(by(path, "a", {"--order", "desc"})), 2, {"--order", "--by"});
  expect_one_line_error(run_program({"sort", path, "--top", "3"}), 2, {"--top", "--by"});
  expect_one_line_error(run_program(by(path, "a", {"--separator", "||"})), 2, {"--separator ||", "tab"});
  expect_one_line_error(run_program(by(path, "a", {"-o", folder / "x.tsv"})), 2, {"x.tsv", "comma"});
  expect_one_line_error(run_program({"sort", "--by", "a"}), 2, {"--by"});
  EXPECT_EQ(read_file(path), "a,b\n1,2\n");
}

}  // namespace
}  // namespace texelsort::app
