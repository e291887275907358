#include <algorithm>
#include <cstdlib>

#include "app/export/png.h"
#include "tests/app/cli_support.h"

namespace texelsort::app {
namespace {

std::vector<std::string> sort_by_cpu(std::vector<std::string> words) {
  words.insert(words.begin(), "sort");
  words.insert(words.end(), {"-a", "bitonic/reference@cpu"});
  return words;
}

/// Runs a shell command. `texelsort` is the program, and $1 the folder. The file `standard_input` becomes its standard
/// input.
Outcome run_shell(const std::string& command, const TemporaryFolder& folder,
                  const std::string& standard_input = "/dev/null") {
  const std::string out = folder / "shell.out", err = folder / "shell.err";
  write_file(folder / "script", "texelsort() { " TEXELSORT_BINARY " \"$@\"; }\nexport -f texelsort\nexec <'" +
                                    standard_input + "' >'" + out + "' 2>'" + err + "'\ncd '" +
                                    std::filesystem::path(out).parent_path().string() + "'\n" + command + "\n");
  Outcome outcome;
  const int status = std::system(("timeout 60 bash '" + (folder / "script") + "'").c_str());
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  outcome.out = read_file(out);
  outcome.err = read_file(err);
  std::filesystem::remove(folder / "script");
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return outcome;
}

TEST(CliFiles, ReadsAPipeOrAFileFromStandardInput) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_shell("seq 3 -1 1 | texelsort sort -a std/sort@cpu", folder).out, "1\n2\n3\n");
  EXPECT_EQ(run_shell("seq 3 -1 1 | texelsort select --max -a std/nth-element@cpu", folder).out.find("3"), 9u);
  EXPECT_EQ(run_program(sort_by_cpu({}), "3 1\n2\n").out, "1\n2\n3\n");
  EXPECT_EQ(run_program(sort_by_cpu({"-t", "f32", "--order", "desc"}), "0.5 1").out, "1\n0.5\n");
  EXPECT_EQ(run_program(sort_by_cpu({"--format", "csv", "--column", "b"}), "a,b\n1,3\n1,2\n").out, "b\n2\n3\n");
}

TEST(CliFiles, IgnoresStandardInputWhenOptionsGiveTheKeys) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--input-values", "2,1"}, {"-n", "2"}, {"-d", "sorted"}, {"--seed", "3"}}) {
    const Outcome without = run_program(sort_by_cpu(words));
    EXPECT_EQ(run_program(sort_by_cpu(words), "3 1 2").out, without.out) << words[0];
    EXPECT_NE(without.out, "") << words[0];
  }
  // /dev/null does not count as input, so that the program sorts 64 random keys.
  const std::string made = run_program(sort_by_cpu({})).out;
  EXPECT_EQ(std::count(made.begin(), made.end(), '\n'), 64);
  expect_one_line_error(run_program(sort_by_cpu({"--column", "b"})), 2, {"--column", "name a file"});
}

TEST(CliFiles, DoesNotWaitForStandardInputWhenItMergesGeneratedKeys) {
  const TemporaryFolder folder;
  // Standard input is a pipe without data, open for longer than the command may take.
  const Outcome merged =
      run_shell("timeout 20 " TEXELSORT_BINARY " merge -n 8 -a merge/multiway@cpu < <(sleep 25)", folder);
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_EQ(std::count(merged.out.begin(), merged.out.end(), '\n'), 8);
}

TEST(CliFiles, DoesNotOverwriteACsvFileByFewerColumns) {
  const TemporaryFolder folder;
  const std::string table = "name,price\na,30\nb,4\n";
  write_file(folder / "data.csv", table);
  expect_one_line_error(run_program(sort_by_cpu({folder / "data.csv", "--column", "price", "-o", folder / "data.csv"})),
                        2, {"data.csv has 2 columns, but the result has 1", "another file"});
  std::filesystem::create_symlink("data.csv", folder / "link");
  expect_one_line_error(run_program(sort_by_cpu({folder / "data.csv", "--column", "price", "-o", folder / "link"})), 2,
                        {"2 columns"});
  write_file(folder / "other.csv", table);
  expect_one_line_error(
      run_program(sort_by_cpu({folder / "data.csv", "--column", "price", "-o", folder / "other.csv"})), 2,
      {"other.csv has 2 columns"});
  const Outcome standard =
      run_shell("texelsort sort --format csv --column price -a std/sort@cpu -o data.csv", folder, folder / "data.csv");
  EXPECT_EQ(standard.exit_code, 2) << standard.err;
  EXPECT_EQ(read_file(folder / "data.csv"), table);
  EXPECT_EQ(read_file(folder / "other.csv"), table);
  EXPECT_EQ(run_program(sort_by_cpu({folder / "data.csv", "--column", "price", "-o", folder / "new.csv"})).exit_code,
            0);
  EXPECT_EQ(read_file(folder / "new.csv"), "price\n4\n30\n");
}

TEST(CliFiles, PrintsKeysInTheFormatOfTheInput) {
  const TemporaryFolder folder;
  write_file(folder / "data.csv", "a,b\nx,30\ny,4\n");
  EXPECT_EQ(run_program(sort_by_cpu({folder / "data.csv"})).out, "b\n4\n30\n");
  write_file(folder / "keys.u32", std::string("\2\0\0\0\1\0\0\0", 8));
  EXPECT_EQ(run_program(sort_by_cpu({folder / "keys.u32"})).out, std::string("\1\0\0\0\2\0\0\0", 8));
  write_file(folder / "in.ppm", std::string("P6\n2 1\n255\n") + "\xff\xff\xff" + std::string(3, '\0'));
  EXPECT_TRUE(run_program(sort_by_cpu({folder / "in.ppm"})).out.starts_with("\x89PNG"));
  const Outcome trace = run_program(sort_by_cpu({folder / "keys.u32", "--trace"}));
  EXPECT_TRUE(trace.out.starts_with("input")) << trace.out;
}

TEST(CliFiles, KeepsTheSpellingOfNumbersUnlessRequestedOtherwise) {
  EXPECT_EQ(run_program(sort_by_cpu({}), "100000.0\n007\n-0.50\n").out, "-0.50\n007\n100000.0\n");
  EXPECT_EQ(run_program(sort_by_cpu({"--numbers", "shortest"}), "100000.0\n007\n-0.50\n").out, "-0.5\n7\n1e+05\n");
  EXPECT_EQ(run_program(sort_by_cpu({"--order", "desc"}), "1.0 2 1").out, "2\n1.0\n1\n");
  EXPECT_EQ(run_program(sort_by_cpu({"--payload", "index"}), "2.0 1.50").out, "1.50 1\n2.0 0\n");
  expect_one_line_error(run_program(sort_by_cpu({"--numbers", "long"}), "1"), 2, {"'long'", "input, shortest"});
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "1.0 3.0");
  write_file(folder / "b.txt", "1.00 2.0");
  EXPECT_EQ(run_program({"merge", folder / "a.txt", folder / "b.txt", "-a", "merge/multiway@cpu"}).out,
            "1.0\n1.00\n2.0\n3.0\n");
}

TEST(CliFiles, KeepsTheSpellingOfRecordFields) {
  const TemporaryFolder folder;
  write_file(folder / "data.csv", "k,a,b\n2,0.50,16777217.5\n1.0,7.25,3\n");
  for (const char* layout : {"by-field", "hybrid", "by-record"}) {
    const Outcome outcome =
        run_program(sort_by_cpu({folder / "data.csv", "--column", "k", "--payload", "record:2", "--layout", layout}));
    EXPECT_EQ(outcome.out, "k,a,b\n1.0,7.25,3\n2,0.50,16777217.5\n");
    EXPECT_TRUE(contains(outcome.err, "data.csv:2:8: 16777217.5 is rounded to 16777218 (f32)")) << outcome.err;
  }
}

TEST(CliFiles, WarnsWhenANumberIsRounded) {
  const Outcome outcome = run_program(sort_by_cpu({"--input-values", "9007199254740993 0.5"}));
  EXPECT_EQ(outcome.out, "0.5\n9007199254740993\n");
  EXPECT_TRUE(contains(outcome.err, "warning: --input-values:1:1: 9007199254740993 is rounded to 9007199254740992"))
      << outcome.err;
  const Outcome integers = run_program(sort_by_cpu({"--input-values", "9007199254740993 -0 -5"}));
  EXPECT_EQ(integers.out, "-5\n-0\n9007199254740993\n");
  EXPECT_EQ(integers.err, "");
  expect_one_line_error(run_program(sort_by_cpu({"--input-values", "12e9223372036854775807"})), 2, {"out of range"});
}

TEST(CliFiles, ReadsCsvHeadersThatAreNumbers) {
  const TemporaryFolder folder;
  write_file(folder / "years.csv", "Country,2019,2020\nFrance,5,3\nSpain,4,2\n");
  const Outcome years = run_program(sort_by_cpu({folder / "years.csv", "--column", "2020"}));
  EXPECT_EQ(years.out, "\"2020\"\n2\n3\n");
  const Outcome second = run_program(sort_by_cpu({folder / "years.csv"}));
  EXPECT_EQ(second.out, "\"2019\"\n4\n5\n");
  EXPECT_TRUE(contains(second.err, "as a header")) << second.err;
  EXPECT_EQ(run_program(sort_by_cpu({folder / "years.csv", "--header", "no", "--column", "2"})).out, "4\n5\n2019\n");
  write_file(folder / "either.csv", "c,3\na,1\nb,2\n");
  expect_one_line_error(run_program(sort_by_cpu({folder / "either.csv"})), 2,
                        {"may be a header or data", "--header yes or --header no"});
  EXPECT_EQ(run_program(sort_by_cpu({folder / "either.csv", "--header", "no"})).out, "1\n2\n3\n");
  write_file(folder / "na.csv", "NA\n3\n1\n");
  expect_one_line_error(run_program(sort_by_cpu({folder / "na.csv"})), 2, {"na.csv:1:1: found 'NA'", "--missing skip"});
  EXPECT_EQ(run_program(sort_by_cpu({folder / "na.csv", "--missing", "first"})).out, "NA\n1\n3\n");
  EXPECT_EQ(run_program(sort_by_cpu({folder / "na.csv", "--missing", "last"})).out, "1\n3\nNA\n");
  EXPECT_EQ(run_program(sort_by_cpu({folder / "na.csv", "--missing", "skip"})).out, "1\n3\n");
  expect_one_line_error(run_program(sort_by_cpu({folder / "na.csv", "--missing", "last", "-o", folder / "o.bin"})), 2,
                        {"--missing skip"});
  expect_one_line_error(run_program(sort_by_cpu({"-n", "4", "--missing", "skip"})), 2, {"--missing"});
}

TEST(CliFiles, SortsFilesWhoseLinesEndWithCarriageReturns) {
  const TemporaryFolder folder;
  std::string lines, sorted;
  for (int i = 9999; i >= 1000; --i) lines += std::to_string(i) + "\r";
  for (int i = 1000; i <= 9999; ++i) sorted += std::to_string(i) + "\n";
  write_file(folder / "keys.txt", "# keys\r" + lines);
  EXPECT_EQ(run_program(sort_by_cpu({folder / "keys.txt", "-o", folder / "keys.txt"})).exit_code, 0);
  EXPECT_EQ(read_file(folder / "keys.txt"), sorted);
  write_file(folder / "keys.csv", "key\r" + lines);
  EXPECT_EQ(run_program(sort_by_cpu({folder / "keys.csv", "-o", folder / "keys.csv"})).exit_code, 0);
  EXPECT_EQ(read_file(folder / "keys.csv"), "key\n" + sorted);
}

TEST(CliFiles, RejectsOutputFormatsThatItCannotWrite) {
  const TemporaryFolder folder;
  for (const char* name : {"x.jpg", "x.JPEG", "x.gif", "x.xlsx", "x.json", "x.gz"}) {
    expect_one_line_error(
        run_program(sort_by_cpu({"--input-values", "2,1", "-o", folder / name})), 2,
        {name == std::string("x.gz") ? "does not write compressed files" : "files cannot be written"});
  }
  EXPECT_EQ(folder.count(), 0u);
  EXPECT_EQ(run_program(sort_by_cpu({"--input-values", "2,1", "-o", folder / "x.dat"})).exit_code, 0);
  EXPECT_EQ(read_file(folder / "x.dat"), "1\n2\n");
}

TEST(CliFiles, CreatesTheTargetOfADanglingSymbolicLink) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("later.txt", folder / "link");
  EXPECT_EQ(run_program(sort_by_cpu({"--input-values", "2,1", "-o", folder / "link"})).exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "later.txt"), "1\n2\n");
}

TEST(CliFiles, KeepsTheTransparencyOfPixelsOrWarns) {
  const TemporaryFolder folder;
  // Picture with two pixels: transparent white and opaque black.
  write_file(folder / "in.png", encode_png({2, 1, {0xff, 0xff, 0xff, 0x07, 0, 0, 0, 0xff}}, true));
  EXPECT_EQ(run_program(sort_by_cpu({folder / "in.png", "-o", folder / "out.png"})).err, "");
  const Outcome text = run_program(sort_by_cpu({folder / "in.png", "-o", folder / "out.txt"}));
  EXPECT_TRUE(contains(text.err, "warning: some pixels are transparent")) << text.err;
  EXPECT_EQ(read_file(folder / "out.txt"), "0\n4294967295\n");
  expect_one_line_error(run_program(sort_by_cpu({folder / "in.png", "-o", folder / "out.ppm"})), 2, {"transparent"});
}

}  // namespace
}  // namespace texelsort::app
