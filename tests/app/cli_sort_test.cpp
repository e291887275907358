#include <array>
#include <cstring>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

const std::vector<std::string> cpu{"-a", "bitonic/reference@cpu"};

std::vector<std::string> sort_with(std::vector<std::string> words, const std::vector<std::string>& more = cpu) {
  words.insert(words.begin(), "sort");
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Checks the states that an algorithm prints for the worked example of the slide "Bitonic Merge Sort".
void expect_worked_example(const std::string& algorithm) {
  const Outcome outcome = run_program({"sort", "--input-values", "3,7,4,8,6,2,1,5", "-a", algorithm, "--trace"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::vector<std::string> lines;
  for (std::size_t at = 0, end = 0; (end = outcome.out.find('\n', at)) != std::string::npos; at = end + 1) {
    lines.push_back(outcome.out.substr(at, end - at));
  }
  ASSERT_EQ(lines.size(), 8u) << outcome.out;
  const std::array<std::string, 7> expected{"input",           "pass 1  stage 1", "pass 2  stage 2", "pass 3  stage 2",
                                            "pass 4  stage 3", "pass 5  stage 3", "pass 6  stage 3"};
  const std::array<std::string, 7> states{"3 7 4 8 6 2 1 5",     "(3,7) (4,8) (2,6) (1,5)", "(3,4) (7,8) (2,1) (6,5)",
                                          "(3,4,7,8) (1,2,5,6)", "(3,4,2,1) (8,7,5,6)",     "(2,1) (3,4) (5,6) (8,7)",
                                          "(1,2,3,4,5,6,7,8)"};
  const std::size_t column = lines[0].find('3');
  EXPECT_EQ(lines[7], "result" + std::string(column - 6, ' ') + "sorted");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(lines[i].rfind(expected[i], 0), 0u) << lines[i];
    EXPECT_EQ(lines[i].find(states[i]), column) << lines[i];
    if (i > 0) {
      EXPECT_TRUE(contains(lines[i], "  ok: ")) << lines[i];
    }
  }
}

TEST(CliTrace, PrintsTheExampleOfTheLectureSlidesForTheReferenceImplementation) {
  expect_worked_example("bitonic/reference@cpu");
}

TEST(CliTrace, PrintsTheExampleOfTheLectureSlidesForEveryShader) {
  TEXELSORT_NEED_GL();
  for (const char* algorithm : {"bitonic/single-quad", "bitonic/grouped-quads", "bitonic/compute"}) {
    SCOPED_TRACE(algorithm);
    expect_worked_example(algorithm);
  }
}

TEST(CliTrace, PrintsTheCostOfEveryPassWithTheTimingOption) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program({"sort", "--input-values", "3,7,4,8,6,2,1,5", "-a", "bitonic/single-quad", "-p",
                                       "width=4", "--trace", "--timing", "--samples", "1"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  // Every fragment reads its own and its partner's key, and writes one: (2 + 1) * 8 keys of 4 bytes.
  const std::string counts =
      "  cost  1 draw   1 quad   8 fragments   4 compare-and-swaps   16 texels fetched   96 bytes moved   measured ";
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = outcome.out.find(counts, at)) != std::string::npos; ++at) {
    const std::string line = outcome.out.substr(at, outcome.out.find('\n', at) - at);
    // A copy of 96 bytes takes less time than the launch of a pass, so that there is no prediction.
    EXPECT_FALSE(contains(line, "prediction")) << line;
    ++lines;
  }
  EXPECT_EQ(lines, 6u) << outcome.out;
  // Without --timing, --trace prints only the states.
  EXPECT_FALSE(contains(run_program(sort_with({"--input-values", "2,1", "--trace"})).out, "cost"));
}

TEST(CliTrace, OmitsTheMiddleKeysOfALargeArray) {
  const Outcome outcome = run_program(sort_with({"-n", "100", "-d", "sorted", "--trace"}));
  ASSERT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, " ... "));
  const std::size_t result = outcome.out.rfind("\nresult");
  ASSERT_NE(result, std::string::npos);
  const std::size_t last_line = outcome.out.rfind('\n', result - 1) + 1;
  // After the last pass, all keys are one block. The trace shows 16 keys at each end of the block, each with its own
  // "...".
  const std::string last = outcome.out.substr(last_line, outcome.out.find("  ok", last_line) - last_line);
  EXPECT_TRUE(contains(last, ",...) ... (...,")) << last;
}

TEST(CliTrace, PrintsAHashOfTheKeysAfterEveryPass) {
  const auto hashes = [](const std::string& algorithm, const std::string& seed) {
    const Outcome outcome =
        run_program({"sort", "-n", "100", "--seed", seed, "-t", "f32", "-a", algorithm, "--trace", "--hashes"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::vector<std::string> found;
    std::istringstream words(outcome.out);
    for (std::string word; words >> word;) {
      const bool is_hash = word.size() == 16 && word.find_first_not_of("0123456789abcdef") == std::string::npos;
      if (is_hash) found.push_back(word);
    }
    return found;
  };
  const std::vector<std::string> reference = hashes("bitonic/reference@cpu", "1");
  EXPECT_EQ(reference.size(), 29u) << "input and 28 passes";
  EXPECT_EQ(hashes("bitonic/reference@cpu", "1"), reference);
  EXPECT_EQ(std::set<std::string>(reference.begin(), reference.end()).size(), reference.size());
  EXPECT_NE(hashes("bitonic/reference@cpu", "2").back(), reference.back());
  EXPECT_EQ(hashes("std/sort@cpu", "1").back(), reference.back()) << "one order for all";
}

TEST(CliTrace, PrintsTheTraceAndWritesSortedKeysToTheOutputFile) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(sort_with({"--input-values", "2,1", "--trace", "-o", folder / "out.txt"}));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, "(1,2)"));
  EXPECT_EQ(read_file(folder / "out.txt"), "1\n2\n");
}

void expect_not_sorted(const std::string& method) {
  const TemporaryFolder folder;
  write_file(folder / "broken.txt", "0:1,2:3;0:2,1:3");
  const std::vector<std::string> words{"sort", "--input-values", "2,3,1,4", "-a", folder / "broken.txt" + method};
  const std::string wrong = "not sorted: key 2 is 2, but key 1 is 3, so the keys are not in ascending order\n";
  expect_one_line_error(run_program(words), 1, {"broken.txt" + method + ": result, index 2: " + wrong});
  auto traced = words;
  traced.push_back("--trace");
  const Outcome outcome = run_program(traced);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(outcome.out.ends_with("  " + wrong)) << outcome.out;
  EXPECT_NE(outcome.out.find("\nresult "), std::string::npos) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "result, index 2: " + wrong)) << outcome.err;
}

TEST(CliTrace, EndsWithTheVerdictNotSortedForABrokenNetwork) {
  expect_not_sorted("/reference@cpu");
}

TEST(CliTrace, EndsWithTheVerdictNotSortedForABrokenNetworkOnShaders) {
  TEXELSORT_NEED_GL();
  for (const char* method : {"/fused", "/grouped-quads"}) {
    SCOPED_TRACE(method);
    expect_not_sorted(method);
  }
}

TEST(CliTiming, ExplainsWhyItsDefaultAlgorithmWasChosen) {
  TEXELSORT_NEED_GL();
  const Outcome chosen = run_program({"sort", "-n", "3000", "--timing", "--samples", "1"});
  ASSERT_EQ(chosen.exit_code, 0) << chosen.err;
  EXPECT_TRUE(contains(chosen.out, "\nchosen   the fastest measured ")) << chosen.out;
  EXPECT_FALSE(contains(chosen.out, "bitonic/grouped-quads"));
  const Outcome asked = run_program(sort_with({"-n", "3000", "--timing", "--samples", "1"}));
  EXPECT_FALSE(contains(asked.out, "\nchosen ")) << asked.out;
  const Outcome traced = run_program({"sort", "-n", "8", "--trace", "--timing", "--samples", "1"});
  EXPECT_TRUE(contains(traced.out, "bitonic/grouped-quads  n = 8")) << traced.out;
  EXPECT_TRUE(contains(traced.out, "\nchosen   the default of --trace\n")) << traced.out;
}

TEST(CliSort, RejectsAParameterThatTheChosenAlgorithmLacks) {
  expect_one_line_error(run_program({"sort", "-n", "8", "-p", "nothing=4"}), 2,
                        {"-p nothing=4: ", " has no such parameter", "with -a"});
}

TEST(CliSort, ChoosesAnAlgorithmForFilesAndStandardInput) {
  const TemporaryFolder folder;
  write_file(folder / "in.txt", "3 1\n2\n");
  EXPECT_EQ(run_program({"sort", folder / "in.txt"}).out, "1\n2\n3\n");
  EXPECT_EQ(run_program({"sort", "-"}, "3 1\n2\n").out, "1\n2\n3\n");
  expect_one_line_error(run_program({"sort", folder / "none.txt"}), 2, {"none.txt"});
}

TEST(CliSort, PrintsOneKeyPerLine) {
  EXPECT_EQ(run_program(sort_with({"--input-values", "3,7,4"})).out, "3\n4\n7\n");
  EXPECT_EQ(run_program(sort_with({"--input-values", "3,7,4", "--order", "desc"})).out, "7\n4\n3\n");
  EXPECT_EQ(run_program(sort_with({"--input-values", "-3,7,-4"})).out, "-4\n-3\n7\n");
  EXPECT_EQ(run_program(sort_with({"--input-values", "0.5,-1e3,2"})).out, "-1e3\n0.5\n2\n");
}

TEST(CliSort, ReadsStandardInput) {
  EXPECT_EQ(run_program(sort_with({"-"}), "3 1\n2\n").out, "1\n2\n3\n");
}

TEST(CliSort, WritesOverItsInput) {
  const TemporaryFolder folder;
  write_file(folder / "data.csv", "price\n30\n4.0\n7\n");
  const Outcome outcome = run_program(sort_with({folder / "data.csv", "-o", folder / "data.csv"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read_file(folder / "data.csv"), "price\n4.0\n7\n30\n");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(CliSort, WritesABinaryFileForABinaryInput) {
  const TemporaryFolder folder;
  const std::array<double, 3> keys{2.5, -1, 0.25}, sorted{-1, 0.25, 2.5};
  write_file(folder / "keys.f64", std::string(reinterpret_cast<const char*>(keys.data()), sizeof keys));
  const Outcome outcome = run_program(sort_with({folder / "keys.f64", "-o", folder / "out.f64"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string written = read_file(folder / "out.f64");
  ASSERT_EQ(written.size(), sizeof sorted);
  EXPECT_EQ(std::memcmp(written.data(), sorted.data(), sizeof sorted), 0);
}

TEST(CliSort, WritesThePayloadAsTheSecondColumn) {
  EXPECT_EQ(run_program(sort_with({"--input-values", "30,10,20", "--payload", "index"})).out, "10 1\n20 2\n30 0\n");
  const TemporaryFolder tables;
  const auto sorted = [&](const std::string& table, const std::vector<std::string>& more) {
    write_file(tables / "t.csv", table);
    // Removed because the program does not replace a file by one with fewer columns.
    std::filesystem::remove(tables / "out.csv");
    std::vector<std::string> words{tables / "t.csv", "--header", "yes", "-o", tables / "out.csv"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_program(sort_with(words));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(tables / "out.csv");
  };
  for (const char* payload : {"index", "index64"}) {
    EXPECT_EQ(sorted("k\n2\n1\n", {"--payload", payload}), "k,index\n1,1\n2,0\n");
    EXPECT_EQ(sorted("k\n", {"--payload", payload}), "k,index\n") << "a table without rows has the column, too";
    EXPECT_EQ(sorted("k\nNA\n", {"--payload", payload, "--column", "k", "--missing", "last"}), "k,index\nNA,0\n");
  }
  EXPECT_EQ(sorted("k\n", {}), "k\n");
}

TEST(CliSort, WritesRecordsWithTheirFields) {
  for (const char* layout : {"by-field", "hybrid", "by-record"}) {
    const Outcome outcome =
        run_program(sort_with({"--input-values", "30,10,20", "--payload", "record:1", "--layout", layout}));
    EXPECT_EQ(outcome.out, "10 1\n20 2\n30 0\n") << outcome.err;
  }
  EXPECT_EQ(run_program(sort_with({"--input-values", "30,10,20", "--payload", "record:0"})).out, "10\n20\n30\n");
  EXPECT_EQ(run_program(sort_with({"--input-values", "30,10,20", "--payload", "index64"})).out, "10 1\n20 2\n30 0\n");
}

TEST(CliSort, MovesOtherCsvColumnsWithTheKeyAsRecordFields) {
  const TemporaryFolder folder;
  write_file(folder / "data.csv", "name,price,stock,rating\na,30,-1,0.5\nb,4,20,2\nc,7,0,1.25\n");
  for (const char* rearrange : {"gather", "cycle"}) {
    const Outcome outcome =
        run_program(sort_with({folder / "data.csv", "--column", "price", "--payload", "record:2", "-p",
                               std::string("rearrange=") + rearrange, "-o", folder / "out.csv"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(read_file(folder / "out.csv"), "price,stock,rating\n4,20,2\n7,0,1.25\n30,-1,0.5\n");
  }
}

TEST(CliSort, CountsTheBytesOfFieldsInATrace) {
  const Outcome outcome = run_program(
      sort_with({"-n", "100", "--payload", "record:4", "--layout", "hybrid", "--trace", "--timing", "--samples", "1"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "rearrange")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "record i is at the place of key i")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "3,200 bytes of fields")) << outcome.out;
}

TEST(CliSort, SortsThePixelsOfAPictureFromDarkToLight) {
  const TemporaryFolder folder;
  // Picture with two pixels: white and black.
  write_file(folder / "in.ppm", std::string("P6\n2 1\n255\n") + "\xff\xff\xff" + std::string(3, '\0'));
  EXPECT_EQ(run_program(sort_with({folder / "in.ppm", "-o", folder / "out.png"})).exit_code, 0);
  // Black is key 0. White has the luminance 255 in the upper bits of its key.
  EXPECT_EQ(run_program(sort_with({folder / "out.png", "-o", folder / "out.txt"})).exit_code, 0);
  EXPECT_EQ(read_file(folder / "out.txt"), "0\n4294967295\n");
}

TEST(CliSort, WritesAnEmptyOutputForAnEmptyInput) {
  const TemporaryFolder folder;
  write_file(folder / "empty.txt", "");
  for (const std::vector<std::string>& words : {sort_with({folder / "empty.txt"}), sort_with({"-"}),
                                                sort_with({"--input-values", ""}), sort_with({"-n", "0"})}) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(CliSort, SortsFloatsByTotalOrder) {
  const Outcome outcome = run_program(sort_with({"--input-values", "nan,0,-0,-inf,-nan,inf,1", "-t", "f32"}));
  EXPECT_EQ(outcome.out, "-nan\n-inf\n-0\n0\n1\ninf\nnan\n");
}

TEST(CliSort, GeneratesKeysThatDependOnlyOnTheSeed) {
  const auto sorted = [](const std::string& seed) {
    return run_program(sort_with({"-d", "gaussian", "-n", "1k", "-t", "f64", "--seed", seed})).out;
  };
  EXPECT_EQ(sorted("1"), sorted("1"));
  EXPECT_NE(sorted("1"), sorted("2"));
}

TEST(CliSort, GivesTheSameOutputByShadersAsByTheCpu) {
  TEXELSORT_NEED_GL();
  const std::vector<std::string> problem{"-d", "few-distinct", "-n", "1000", "-t", "i64", "--seed", "3"};
  const std::string expected = run_program(sort_with(problem, {"-a", "std/sort@cpu"})).out;
  EXPECT_FALSE(expected.empty());
  for (const char* algorithm : {"bitonic/single-quad", "bitonic/grouped-quads", "bitonic/compute"}) {
    EXPECT_EQ(run_program(sort_with(problem, {"-a", algorithm})).out, expected) << algorithm;
  }
}

/// Environment in which EGL finds no OpenGL, because its vendor files are missing.
const std::vector<std::string> no_gl{"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"};

TEST(CliSort, ReportsThatItSortsOnTheCpuWithoutOpenGl) {
  const Outcome outcome = run_program({"sort", "--input-values", "2,1"}, "", no_gl);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "1\n2\n");
  EXPECT_TRUE(contains(outcome.err, "hwy/vqsort@cpu")) << outcome.err;
}

TEST(CliSort, RejectsAShaderWithoutOpenGl) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_program({"sort", "--input-values", "2,1", "-a", "bitonic/single-quad", "-o", folder / "out.txt"}, "", no_gl);
  expect_one_line_error(outcome, 3, {});
  EXPECT_EQ(folder.count(), 0u);
}

}  // namespace
}  // namespace texelsort::app
