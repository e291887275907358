#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

const std::string slide = "0b0011,0b1011,0b1101,0b0111,0b0101,0b0001,0b0111,0b1010,0b0010";

Outcome select(std::vector<std::string> words, const std::string& input = "") {
  words.insert(words.begin(), "select");
  return run_program(words, input);
}

nlohmann::json select_json(std::vector<std::string> words, const std::string& input = "") {
  words.push_back("--json");
  const Outcome outcome = select(words, input);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

TEST(CliSelect, TracesTheExampleOfTheLectureSlides) {
  TEXELSORT_NEED_GL();
  for (const char* algorithm : {"select/depth@fragment", "select/discard@fragment"}) {
    const Outcome outcome = select({"--input-values", slide, "-k", "2", "-a", algorithm, "--trace"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::size_t at = 0;
    for (const char* line : {"m = 1000 counts 3, bit 1", "m = 1100 counts 1, bit 0", "m = 1010 counts 3, bit 1",
                             "m = 1011 counts 2, bit 1", "answer  v_2 = 1011", "2nd largest  11"}) {
      at = outcome.out.find(line, at);
      EXPECT_NE(at, std::string::npos) << line << " is not next in\n" << outcome.out;
    }
    EXPECT_FALSE(contains(outcome.out, "FAILS"));
  }
}

TEST(CliSelect, PrintsAllResultsAsJson) {
  const auto json = select_json(
      {"--input-values", "4,1,3,2", "-k", "1,3", "--median", "--quantile", "0.25", "-a", "std/nth-element@cpu"});
  EXPECT_EQ(json["algorithm"], "std/nth-element@cpu");
  EXPECT_EQ(json["n"], 4);
  const auto& results = json["results"];
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results[0], (nlohmann::json{{"k", 1}, {"of", "largest"}, {"value", 4}}));
  EXPECT_EQ(results[1], (nlohmann::json{{"k", 3}, {"of", "largest"}, {"value", 2}}));
  EXPECT_EQ(results[2], (nlohmann::json{{"quantile", 0.5}, {"interpolation", "lower"}, {"value", 2}}));
  EXPECT_EQ(results[3], (nlohmann::json{{"quantile", 0.5}, {"interpolation", "higher"}, {"value", 3}}));
  EXPECT_EQ(results[4], (nlohmann::json{{"quantile", 0.25}, {"interpolation", "linear"}, {"value", 1.75}}));
  EXPECT_TRUE(json["passes"].is_number_unsigned());
  EXPECT_EQ(json["waits"], 0);
  EXPECT_TRUE(json["total_ms"].is_number());
}

TEST(CliSelect, PrintsInfinityAndNanAsJsonStrings) {
  const auto json =
      select_json({"--input-values", "nan,-inf,0", "-t", "f32", "--min", "--max", "-a", "std/nth-element@cpu"});
  EXPECT_EQ(json["results"][0]["value"], "-inf");
  EXPECT_EQ(json["results"][1]["value"], "nan");
}

TEST(CliSelect, ReadsFilesAndStandardInput) {
  const TemporaryFolder folder;
  write_file(folder / "prices.csv", "name,price\na,3\nb,1\nc,2\n");
  EXPECT_EQ(select_json({folder / "prices.csv", "--column", "price", "--median", "-a",
                         "std/nth-element@cpu"})["results"][0]["value"],
            2);
  EXPECT_EQ(select_json({"-", "--max", "-a", "std/nth-element@cpu"}, "5 9 7")["results"][0]["value"], 9);
}

TEST(CliSelect, ReportsErrorsInOneLine) {
  const auto refuse = [](std::vector<std::string> words, const std::string& part, const std::string& input = "") {
    words.insert(words.end(), {"-a", "std/nth-element@cpu"});
    expect_one_line_error(select(std::move(words), input), 2, {part});
  };
  refuse({"-n", "9", "-k", "0"}, "k = 0");
  refuse({"-n", "9", "-k", "10"}, "k = 10");
  refuse({"-n", "9", "--quantile", "1.01"}, "1.01");
  refuse({"-n", "9", "--quantile", "nan"}, "nan");
  refuse({"-n", "9", "--median", "--interpolation", "cubic"}, "cubic");
  refuse({"-n", "9"}, "nothing to select");
  refuse({"-", "-k", "1"}, "no keys", "");
  refuse({"-n", "0", "-k", "1"}, "no keys");
  expect_one_line_error(select({"-n", "9", "-k", "1", "-a", "bitonic/reference@cpu"}), 2, {"texelsort sort"});
  expect_one_line_error(run_program({"sort", "-n", "9", "-a", "std/nth-element@cpu"}), 2, {"texelsort select"});
}

TEST(CliBench, ComparesSelectionsWithSorts) {
  const Outcome outcome = run_program({"bench", "-a", "std/nth-element@cpu", "std/sort@cpu", "-n", "1000", "-k", "10",
                                       "--samples", "3", "--format", "json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto rows = nlohmann::json::parse(outcome.out).at("results");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["waits"], 0);
  EXPECT_TRUE(rows[1]["waits"].is_null());
  EXPECT_EQ(rows[0]["verified"], true);
  EXPECT_TRUE(contains(rows[0]["command"], "-k 10"));
}

}  // namespace
}  // namespace texelsort::app
