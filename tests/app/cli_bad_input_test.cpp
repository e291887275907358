#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Checks that `sort` rejects an invalid file. It must exit with 2, print one line that contains `parts`, and write no
/// output file.
void expect_refused(const std::string& name, const std::string& contents, std::vector<std::string> options,
                    const std::vector<std::string>& parts) {
  const TemporaryFolder folder;
  write_file(folder / name, contents);
  std::vector<std::string> words{"sort", folder / name, "-o", folder / "out", "-a", "bitonic/reference@cpu"};
  words.insert(words.end(), options.begin(), options.end());
  expect_one_line_error(run_program(words), 2, parts);
  EXPECT_EQ(folder.count(), 1u);
}

TEST(CliBadInput, ReportsANumberThatCannotBeParsed) {
  expect_refused("keys.txt", "1 2\n3 four 5\n", {}, {"keys.txt:2:3", "four"});
  expect_refused("keys.csv", "a,b\n1,2\n3,x\n", {"--column", "b"}, {"keys.csv:3:3", "x"});
}

TEST(CliBadInput, ReportsANumberOutOfRange) {
  expect_refused("keys.txt", "1\n-2\n", {"-t", "u32"}, {"keys.txt:2:1", "-2"});
}

TEST(CliBadInput, ReportsATruncatedBinaryFile) {
  expect_refused("keys.u32", "abcdef", {}, {"keys.u32", "6"});
}

TEST(CliBadInput, ListsTheExistingColumnsForAnUnknownColumn) {
  expect_refused("keys.csv", "a,b\n1,2\n", {"--column", "c"}, {"a", "b"});
}

TEST(CliBadInput, ReportsAMissingFile) {
  expect_one_line_error(run_program({"sort", "/nonexistent/keys.txt", "-a", "std/sort@cpu"}), 2,
                        {"/nonexistent/keys.txt"});
}

TEST(CliBadInput, ReportsAFileNameThatIsTooLong) {
  const std::string name(300, 'x');
  expect_one_line_error(run_program({name, "-n", "8"}), 2, {"unknown command"});
  expect_one_line_error(run_program({name}), 2, {"unknown command"});
  expect_one_line_error(run_program({"sort", name, "-a", "std/sort@cpu"}), 2, {"cannot be read"});
  expect_one_line_error(run_program({"network", "print", name}), 2, {"no file has this name"});
  expect_one_line_error(run_program({"sort", "-n", "8", "-a", "bitonic/compute", "--shader-dir", name}), 2,
                        {"no such directory"});
}

TEST(CliBadInput, ReportsAnOutputThatCannotBeWritten) {
  expect_one_line_error(
      run_program({"sort", "--input-values", "1", "-a", "std/sort@cpu", "-o", "/nonexistent/out.txt"}), 2,
      {"/nonexistent"});
}

TEST(CliBadInput, SuggestsTheNearestAlgorithm) {
  expect_one_line_error(run_program({"sort", "-a", "bitonic/grouped-quad"}), 2, {"'bitonic/grouped-quads'"});
}

TEST(CliBadInput, NamesTheAllowedValuesOfARejectedParameter) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const Outcome outcome =
      run_program({"sort", "-n", "8", "-a", "bitonic/compute", "-p", "workgroup=3", "-o", folder / "out.txt"});
  expect_one_line_error(outcome, 2, {"workgroup", "power of two"});
  EXPECT_EQ(folder.count(), 0u);
}

TEST(CliBadInput, SuggestsTheNearestParameterForAnUnknownOne) {
  TEXELSORT_NEED_GL();
  expect_one_line_error(run_program({"sort", "-n", "8", "-a", "bitonic/compute", "-p", "workgroups=4"}), 2,
                        {"workgroup"});
}

TEST(CliBadInput, ReportsAParameterWithoutAValue) {
  expect_one_line_error(run_program({"sort", "-n", "8", "-a", "bitonic/reference@cpu", "-p", "width"}), 2,
                        {"NAME=VALUE"});
}

TEST(CliBadInput, NamesTheDeviceLimitForATooLargeInput) {
  TEXELSORT_NEED_GL();
  // No device supports textures of 2^20 x 2^20 texels. The program must reject the size before it generates keys.
  for (const char* algorithm : {"bitonic/single-quad", "bitonic/grouped-quads", "bitonic/compute"}) {
    const Outcome outcome = run_program({"sort", "-n", "2^40", "-a", algorithm});
    expect_one_line_error(outcome, 2, {"limit"});
  }
}

TEST(CliBadInput, NamesTheAllowedValueForAWrongSizeTypeOrOrder) {
  expect_one_line_error(run_program({"sort", "-n", "many"}), 2, {"many", "2^20"});
  expect_one_line_error(run_program({"sort", "-t", "u16"}), 2, {"u16", "u32"});
  expect_one_line_error(run_program({"sort", "--order", "up"}), 2, {"up", "desc"});
  expect_one_line_error(run_program({"sort", "-d", "unifrom"}), 2, {"'uniform'"});
  expect_one_line_error(run_program({"sort", "-d", "slides-bitonic", "-n", "9"}), 2, {"8"});
}

TEST(CliBadInput, RejectsAnOutputFileNameThatContradictsTheKeyType) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_program({"sort", "--input-values", "1", "-t", "u32", "-a", "std/sort@cpu", "-o", folder / "out.f64"});
  expect_one_line_error(outcome, 2, {"f64", "u32"});
  const Outcome picture = run_program({"sort", "--input-values", "1", "-a", "std/sort@cpu", "-o", folder / "out.png"});
  expect_one_line_error(picture, 2, {"picture"});
  EXPECT_EQ(folder.count(), 0u);
}

TEST(CliBadInput, RejectsInvalidRecordPayloads) {
  const auto sort_records = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"sort", "--input-values", "2,1", "-a", "std/sort@cpu"});
    return run_program(words);
  };
  expect_one_line_error(sort_records({"--payload", "record:33"}), 2, {"record:33", "0 to 32"});
  expect_one_line_error(sort_records({"--payload", "record"}), 2, {"record:M"});
  expect_one_line_error(sort_records({"--layout", "hybrid"}), 2, {"--payload record:M"});
  expect_one_line_error(sort_records({"--payload", "record:2", "--layout", "by-row"}), 2, {"by-row", "by-record"});
  expect_one_line_error(sort_records({"-p", "rearrange=cycle"}), 2, {"--payload record:M"});
  expect_one_line_error(sort_records({"--payload", "record:2", "-p", "records=direct"}), 2, {"choose indirect"});
  const TemporaryFolder folder;
  write_file(folder / "data.csv", "a,b\n1,2\n");
  expect_one_line_error(run_program({"sort", folder / "data.csv", "--payload", "record:2", "-a", "std/sort@cpu"}), 2,
                        {"records of 2 fields", "there is 1"});
}

TEST(CliBadInput, ReportsUnknownOptionsAndCommands) {
  expect_one_line_error(run_program({"sort", "--timming"}), 2, {"--timming", "'--timing'", "texelsort sort --help"});
  expect_one_line_error(run_program({"sotr"}), 2, {"sotr", "'sort'", "texelsort --help"});
  expect_one_line_error(run_program({"list", "algoritms"}), 2, {"'algorithms'"});
  expect_one_line_error(run_program({"-n", "8", "sort"}), 2, {"after 'sort'"});
}

TEST(CliBadInput, RejectsContradictoryInputs) {
  expect_one_line_error(run_program({"sort", "--input-values", "1", "-n", "8"}), 2, {"texelsort sort --help"});
}

}  // namespace
}  // namespace texelsort::app
