#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include <signal.h>

#include "cli_support.h"

namespace texelsort::app {
namespace {

// valsort, the benchmark's own program, prints the checksums 7a0e0d4868cd4 and 1400fed7bb2c2 for these two files.
TEST(ExternalGenerateCommand, WritesTheRecordsOfTheSortBenchmark) {
  const TemporaryFolder folder;
  const Outcome binary = run_program({"external-generate", "1e6", folder / "b", "-c"});
  EXPECT_EQ(binary.out, "7a0e0d4868cd4\n") << binary.err;
  const Outcome ascii = run_program({"external-generate", "163840", folder / "a", "-a", "-c", "--threads", "1"});
  EXPECT_EQ(ascii.out, "1400fed7bb2c2\n") << ascii.err;
  EXPECT_EQ(std::filesystem::file_size(folder / "b"), 100'000'000u);
  EXPECT_EQ(folder.count(), 2u);
}

TEST(ExternalGenerateCommand, WritesTheSameRecordsInPartsAsInOneFile) {
  const TemporaryFolder folder;
  const std::string whole = run_program({"external-generate", "5000", "-", "-s"}).out;
  ASSERT_EQ(whole.size(), 500'000u);
  run_program({"external-generate", "3000", folder / "p", "-b", "2000", "-s"});
  EXPECT_EQ(read_file(folder / "p"), whole.substr(200'000));
  expect_one_line_error(
      run_program({"external-generate", "2", folder / "q", "-b", "340282366920938463463374607431768211455"}), 2,
      {"the largest number"});
  expect_one_line_error(run_program({"external-generate", "5", folder / "no/such"}), 2, {"No such file"});
  EXPECT_EQ(folder.count(), 1u);
}

TEST(ExternalVerifyCommand, VerifiesPartitionsSeparatelyAndTogether) {
  const TemporaryFolder folder;
  const std::string line = "0000000000" + std::string(90, 'x');
  const auto record = [&](char digit) { return std::string(10, digit) + line.substr(10); };
  write_file(folder / "p0", record('1') + record('2') + record('2'));
  write_file(folder / "p1", record('2') + record('3'));
  write_file(folder / "p2", record('1') + record('4'));
  const Outcome good = run_program({"external-verify", folder / "p0", folder / "p1"});
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_TRUE(contains(good.out, "p0: 3 records, checksum ")) << good.out;
  EXPECT_TRUE(contains(good.out, "together: 5 records, checksum ")) << good.out;
  EXPECT_TRUE(contains(good.out, "2 duplicate keys, in order\n")) << good.out;
  const Outcome bad = run_program({"external-verify", folder / "p0", folder / "p1", folder / "p2"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(contains(bad.out, "1 records are smaller than the record before them; the first of these is record 5"))
      << bad.out;

  // Verify each partition and write its summary, and then verify the summaries together, as with valsort.
  for (const std::string part : {"p0", "p1"})
    run_program({"external-verify", folder / part, "-o", folder / (part + ".sum")});
  EXPECT_EQ(std::filesystem::file_size(folder / "p0.sum"), 280u);
  const auto apart = json_of({"external-verify", "-s", folder / "p0.sum", folder / "p1.sum", "--json"});
  EXPECT_EQ(apart["together"], json_of({"external-verify", folder / "p0", folder / "p1", "--json"})["together"]);
  EXPECT_EQ(apart["together"]["duplicates"], "2");
  write_file(folder / "cut", record('1').substr(0, 99));
  expect_one_line_error(run_program({"external-verify", folder / "cut"}), 2, {"the last record is incomplete"});
  expect_one_line_error(run_program({"external-verify", "-s", folder / "cut"}), 2, {"not a whole number of summaries"});
}

TEST(ExternalSortCommand, SortsWithinItsMemoryLimitAndReportsEachTask) {
  const TemporaryFolder folder;
  const auto made = json_of({"external-generate", "300000", folder / "in", "-s", "--json"});
  const Outcome outcome = run_program({"external-sort", folder / "in", "-o", folder / "out", "--memory", "96M",
                                       "--run-size", "2M", "-a", "std/stable-sort@cpu", "--compress", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::size_t last = outcome.out.rfind('\n', outcome.out.size() - 2);
  const auto report = nlohmann::json::parse(outcome.out.substr(last == std::string::npos ? 0 : last + 1));
  EXPECT_EQ(report["records"], 300'000);
  EXPECT_EQ(report["runs"], 15);
  EXPECT_LE(report["peak_bytes"], 96'000'000);
  EXPECT_EQ(report["tasks"].size(), 8u);
  const auto sorted = json_of({"external-verify", folder / "out", "--json"});
  EXPECT_EQ(sorted["together"]["checksum"], made["checksum"]);
  EXPECT_EQ(folder.count(), 2u);
}

TEST(ExternalSortCommand, SortsAPipeAndAFileIntoItself) {
  const TemporaryFolder folder;
  const Outcome piped = run_program(
      {"external-sort", "-", "-o", "-", "--record", "1", "-a", "std/sort@cpu", "--key", "0:u8:desc"}, "sorted");
  EXPECT_EQ(piped.out, "tsroed") << piped.err;
  write_file(folder / "f", "bca");
  EXPECT_EQ(
      run_program({"external-sort", folder / "f", "-o", folder / "f", "--record", "1", "-a", "std/sort@cpu"}).exit_code,
      0);
  EXPECT_EQ(read_file(folder / "f"), "abc");
}

TEST(ExternalSortCommand, LeavesNoFilesWhenItRejectsItsOptions) {
  const TemporaryFolder folder;
  run_program({"external-generate", "1000", folder / "in"});
  const std::string in = folder / "in", out = folder / "out";
  expect_one_line_error(run_program({"external-sort", in}), 2, {"the file for the sorted records is missing"});
  expect_one_line_error(run_program({"external-sort", in, "-o", out, "--memory", "1M", "-a", "std/sort@cpu"}), 3,
                        {"--memory 1000000 is too small", "needs"});
  expect_one_line_error(run_program({"external-sort", in, "-o", out, "--record", "300", "-a", "std/sort@cpu"}), 2,
                        {"the last record is incomplete"});
  expect_one_line_error(run_program({"external-sort", in, "-o", out, "-a", "merge/multiway@cpu"}), 2,
                        {"does not sort"});
  expect_one_line_error(run_program({"external-sort", in, "-o", out, "--run-size", "9k", "--temp-dir", folder / "no",
                                     "-a", "std/sort@cpu"}),
                        2, {"no such directory"});
  expect_one_line_error(run_program({"external-sort", "-", "-o", out, "--keep-runs", "-a", "std/sort@cpu"}, "x"), 2,
                        {"twice"});
  EXPECT_EQ(folder.count(), 1u);
}

std::string made_rows(int rows) {
  std::string table = "name,price,note\n";
  for (int i = 0; i < rows; ++i) {
    table += std::to_string(i * 7919 % 1013) + "," + std::to_string(i * 31 % 700) + ".5,\"a\nnote\"\n";
  }
  return table;
}

TEST(ExternalSortCommand, SortsCsvRowsLikeTheSortCommand) {
  const TemporaryFolder folder;
  write_file(folder / "in.csv", made_rows(3000));
  const std::string in = folder / "in.csv", out = folder / "out.csv";
  const std::vector<std::string> order{"--by", "price:desc,name:text", "-a", "std/stable-sort@cpu"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), order.begin(), order.end());
    return words;
  };
  const std::string expected = run_program(with({"sort", in})).out;
  const Outcome outcome = run_program(with({"external-sort", in, "-o", out, "--run-size", "10k"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out,
                       "rows by price (numbers, descending), name (text); separated by comma, the first "
                       "one is a header, lines end by LF"))
      << outcome.out;
  EXPECT_EQ(read_file(out), expected);
  EXPECT_EQ(run_program(with({"external-sort", "-", "-o", "-", "--run-size", "10k"}), made_rows(3000)).out, expected);
  EXPECT_EQ(run_program({"external-verify", out, "--by", "price:desc,name:text"}).exit_code, 0);
  EXPECT_EQ(run_program({"external-verify", in, "--by", "price:desc,name:text"}).exit_code, 1);
  const auto plan = json_of(with({"external-sort", in, "--plan", "--json", "--memory", "96M"}));
  EXPECT_EQ(plan["format"], "--by price:number:desc,name:text --separator comma --header yes");
  EXPECT_GT(plan["plan"]["longest_record_bytes"], 65'000);
  EXPECT_EQ(folder.count(), 2u);

  expect_one_line_error(run_program({"external-sort", in, "-o", out, "--unique"}), 2, {"--unique needs whole rows"});
  expect_one_line_error(run_program({"external-sort", in, "-o", out, "--by", "prise"}), 2, {"did you mean 'price'?"});
  expect_one_line_error(run_program({"external-sort", in, "-o", out + ".gz", "--by", "price"}), 2, {"not written"});
  expect_one_line_error(run_program({"external-verify", out, "--by", "price", "-o", "-"}), 2,
                        {"rows have different lengths"});
  expect_one_line_error(run_program({"external-sort", in, "-o", out, "--by", "price", "--record", "4"}), 2,
                        {"--by", "--record"});
}

TEST(ExternalSortCommand, SortsRowsOfAnyLengthWithinItsMemoryLimit) {
  const TemporaryFolder folder;
  std::string table = "n,t\n";
  for (std::uint64_t i = 0; i < 21'000; ++i)
    table += std::to_string(i * 7919 % 90) + "," + std::string(200, 'l') + "\n";
  for (std::uint64_t i = 0; i < 400'000; ++i) table += std::to_string(i * 7919 % 10) + "\n";
  write_file(folder / "in", table);
  const Outcome outcome = run_program({"external-sort", folder / "in", "-o", folder / "out", "--by", "n", "--memory",
                                       "96M", "--run-size", "1M", "-a", "std/stable-sort@cpu", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out.substr(outcome.out.rfind("{\"schema")));
  EXPECT_LE(report["peak_bytes"], 96'000'000);
  EXPECT_EQ(report["records"], 421'000);
  EXPECT_EQ(json_of({"external-verify", folder / "out", "--by", "n", "--json"})["together"]["records"], "421000");
}

TEST(ExternalSortCommand, UsesLittleMemoryForASmallInput) {
  const TemporaryFolder folder;
  write_file(folder / "in", "dcba");
  // Output to /dev/null is written in order. Large merges need most of their memory for this.
  const Outcome outcome = run_program({"external-sort", folder / "in", "-o", "/dev/null", "--record", "1", "--run-size",
                                       "2", "--memory", "8G", "-a", "std/sort@cpu", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out.substr(outcome.out.rfind("{\"schema")));
  EXPECT_EQ(report["runs"], 2);
  EXPECT_LT(report["peak_bytes"], 512'000'000);
}

TEST(ExternalSortCommand, NeedsNoTemporaryFolderWhenTheInputFitsIntoMemory) {
  const TemporaryFolder folder;
  write_file(folder / "in.dat", std::string(1000, 'x'));
  const std::vector<std::string> nowhere{"TMPDIR=/nonexistent"};
  EXPECT_EQ(run_program({"external-sort", folder / "in.dat", "-o", folder / "out.dat"}, "", nowhere).exit_code, 0);
  expect_one_line_error(
      run_program({"external-sort", folder / "in.dat", "-o", folder / "out.dat", "--run-size", "200"}, "", nowhere), 2,
      {"$TMPDIR cannot be used", "name a folder for runs with --temp-dir"});
}

TEST(ExternalGenerateCommand, RejectsMoreRecordsThanTheDiskCanHold) {
  const TemporaryFolder folder;
  for (const char* records : {"1e15", "18446744073709551615"}) {
    expect_one_line_error(run_program({"external-generate", records, folder / "out.dat"}), 3,
                          {folder.path(), " to write, but only ", " are free"});
  }
  EXPECT_EQ(folder.count(), 0u);
}

TEST(ExternalSortCommand, ResumesWhenItWasKilledAtAnyTime) {
  const TemporaryFolder folder;
  write_file(folder / "in.csv", made_rows(20'000));
  const std::vector<std::string> sort{
      "external-sort",       folder / "in.csv", "-o",  folder / "out.csv", "--by",      "name,price:desc", "-a",
      "std/stable-sort@cpu", "--run-size",      "20k", "--temp-dir",       folder / "", "--resume"};
  const std::string expected =
      run_program({"sort", folder / "in.csv", "--by", "name,price:desc", "-a", "std/stable-sort@cpu"}).out;
  // The kills are spread over the duration of a complete sort, which is measured first.
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(run_program(sort).exit_code, 0);
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(0.1, 1);
  int killed = 0;
  for (int i = 0; i < 60 && killed < 8; ++i) {
    std::filesystem::remove(folder / "out.csv");
    const auto after = whole * share(random);
    const int number = i % 2 == 0 ? SIGKILL : SIGINT;
    const Outcome outcome = run_program(sort, "", {}, [&](pid_t child) {
      std::this_thread::sleep_for(after);
      kill(child, number);
    });
    const bool ended = std::filesystem::exists(folder / "out.csv");
    if (ended) {
      EXPECT_EQ(read_file(folder / "out.csv"), expected);
    } else {
      EXPECT_EQ(outcome.exit_code, 128 + number) << outcome.err;
    }
    killed += ended ? 0 : 1;
    EXPECT_EQ(read_file(folder / "in.csv").size(), made_rows(20'000).size());
  }
  EXPECT_GT(killed, 0);
  const Outcome last = run_program(sort);
  EXPECT_EQ(last.exit_code, 0) << last.err;
  EXPECT_EQ(read_file(folder / "out.csv"), expected);
  EXPECT_EQ(folder.count(), 2u) << "the input and the output";
}

TEST(ExternalSortCommand, ReportsTheTimesOfPlainCopies) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_program({"external-generate", "20000", folder / "in"}).exit_code, 0);
  const std::vector<std::string> sort{"external-sort",       folder / "in", "-o",       folder / "out",
                                      "--run-size",          "500k",        "--json",   "-a",
                                      "std/stable-sort@cpu", "--temp-dir",  folder / ""};
  const auto report = [](const std::vector<std::string>& words) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out.substr(outcome.out.rfind("{\"schema\":")));
  };
  EXPECT_TRUE(report(sort).at("copies").is_null());
  EXPECT_TRUE(report(sort).at("io_efficiency").is_null());
  std::vector<std::string> with_copies = sort;
  with_copies.emplace_back("--copies");
  const auto copied = report(with_copies);
  const double copies =
      copied.at("copies").at("to_runs_s").get<double>() + copied.at("copies").at("to_output_s").get<double>();
  const double phases =
      copied.at("runs_s").get<double>() + copied.at("merge_s").get<double>() + copied.at("sync_s").get<double>();
  EXPECT_GT(copies, 0);
  EXPECT_NEAR(copied.at("io_efficiency").get<double>(), copies / phases, 1e-9);
  EXPECT_NEAR(copied.at("seconds").get<double>(), phases, 0.5 * phases + 0.05) << "the copies are no part of the sort";
  EXPECT_EQ(folder.count(), 2u) << "the copies remain";
  expect_one_line_error(run_program({"external-sort", "-", "-o", folder / "out", "--copies"}, std::string(100, 'x')), 2,
                        {"--copies"});
}

}  // namespace
}  // namespace texelsort::app
