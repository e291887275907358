// Tests of values and options that the program rejects with a helpful message.
#include <nlohmann/json.hpp>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

void expect_refusal(const std::vector<std::string>& words, const std::vector<std::string>& parts) {
  std::string line;
  for (const std::string& word : words) line += word + " ";
  SCOPED_TRACE(line);
  expect_one_line_error(run_program(words), 2, parts);
}

TEST(CliRefusal, RejectsInvalidSeeds) {
  for (const char* seed : {"-1", "1.5", "18446744073709551616", "x", ""}) {
    expect_refusal({"sort", "-n", "4", "--seed", seed}, {"--seed", "whole number"});
    expect_refusal({"check", "-a", "std/sort@cpu", "-n", "4", "--seed", seed}, {"--seed", "whole number"});
    expect_refusal({"bench", "-a", "std/sort@cpu", "-n", "4", "--seed", seed}, {"--seed", "whole number"});
  }
  EXPECT_EQ(run_program({"sort", "-n", "4", "-a", "std/sort@cpu", "--seed", "18446744073709551615"}).exit_code, 0);
  for (const char* seconds : {"nan", "-nan", "inf", "0", "-1", "x"}) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"sort", "-n", "4", "-a", "std/sort@cpu", "--timing"},
          std::vector<std::string>{"select", "-n", "4", "-k", "1", "-a", "std/nth-element@cpu", "--timing"},
          std::vector<std::string>{"merge", "-n", "4", "-a", "merge/multiway@cpu", "--timing"},
          std::vector<std::string>{"bench", "-n", "4", "-a", "std/sort@cpu"}}) {
      std::vector<std::string> words = command;
      words.insert(words.end(), {"--seconds", seconds});
      expect_refusal(words, {"--seconds", "above 0"});
    }
  }
  for (const char* samples : {"-1", "0", "100001", "nan"}) {
    expect_refusal({"bench", "-n", "4", "-a", "std/sort@cpu", "--samples", samples}, {"--samples"});
  }
}

/// Every comparison with nan is false, so a range test by < and > alone would accept it.
TEST(CliRefusal, RejectsAnInvalidUserInterfaceScale) {
  for (const char* scale : {"nan", "-nan", "inf", "1e999", "0", "-1", "4.1"}) {
    const std::string option = std::string("--ui-scale=") + scale;
    EXPECT_EQ(run_program({"render", "-n", "8", "-a", "std/sort@cpu", option, "-o", "/nowhere/x.png"}).exit_code, 2)
        << scale;
    EXPECT_EQ(run_program({option}).exit_code, 2) << scale;
  }
}

TEST(CliRefusal, SuggestsAnExistingBackendForAnAlgorithm) {
  expect_refusal({"sort", "-n", "4", "-a", "radix/srts"}, {"did you mean 'radix/srts@compute'"});
  expect_refusal({"sort", "-n", "4", "-a", "std/sort"}, {"did you mean 'std/sort@cpu'"});
  expect_refusal({"sort", "-n", "4", "-a", "radix/srts@opencl"}, {"did you mean 'radix/srts@compute'"});
  expect_refusal({"sort", "-n", "4", "-a", "radix/onsweep@cuda"}, {"did you mean 'radix/onesweep@cuda'"});
}

TEST(CliRefusal, NamesTheMemoryLimitForATooLargeInput) {
  expect_refusal({"sort", "-n", "2^40", "-a", "std/sort@cpu"},
                 {"1099511627776", "4 bytes", "memory of this machine", "or less"});
  expect_refusal({"sort", "-n", "2^62", "-t", "u64", "-a", "std/sort@cpu"}, {"memory of this machine"});
  TEXELSORT_NEED_GL();
  const auto listed = nlohmann::json::parse(run_program({"list", "algorithms", "--json"}).out).at("algorithms");
  for (const auto& algorithm : listed) {
    const std::string id = algorithm.at("id");
    if (!algorithm.at("available").get<bool>()) continue;
    SCOPED_TRACE(id);
    std::vector<std::string> words{"sort", "-n", "2^40", "-a", id};
    if (id.starts_with("select/") || id == "std/nth-element@cpu") words = {"select", "-n", "2^40", "-k", "1", "-a", id};
    if (id.starts_with("merge/multiway") || id.starts_with("merge/path")) words[0] = "merge";
    const Outcome outcome = run_program(words);
    expect_one_line_error(outcome, 2, {"n = 1099511627776"});
    EXPECT_FALSE(contains(outcome.err, ": expected ")) << "nobody gave a parameter: " << outcome.err;
    const bool says = contains(outcome.err, "limit") || contains(outcome.err, "memory");
    EXPECT_TRUE(says) << outcome.err;
  }
}

TEST(CliRefusal, NamesTheCommandThatAcceptsAnUnknownOption) {
  expect_refusal({"select", "-n", "9", "-k", "1", "--payload", "index"}, {"unknown option '--payload'", "sort"});
  expect_refusal({"sort", "-n", "9", "--quantile", "0.5"}, {"unknown option '--quantile'", "select"});
  expect_refusal({"sort", "-n", "9", "--oder", "desc"}, {"unknown option '--oder'", "did you mean '--order'"});
}

TEST(CliSelect, WritesItsResultToAFile) {
  const TemporaryFolder folder;
  const Outcome text = run_program(
      {"select", "--input-values", "5,9,7", "--max", "-a", "std/nth-element@cpu", "-o", folder / "max.txt"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_EQ(text.out, "");
  EXPECT_TRUE(contains(read_file(folder / "max.txt"), "9"));
  const Outcome json = run_program(
      {"select", "--input-values", "5,9,7", "--max", "-a", "std/nth-element@cpu", "--json", "-o", folder / "max.json"});
  EXPECT_EQ(json.exit_code, 0) << json.err;
  EXPECT_EQ(nlohmann::json::parse(read_file(folder / "max.json")).at("results").at(0).at("value"), 9);
  EXPECT_EQ(folder.count(), 2u);
}

TEST(CliSelect, RejectsTheOrderOption) {
  expect_refusal({"select", "-n", "9", "-k", "1", "--order", "asc"}, {"--order", "-k counts from the largest"});
}

TEST(CliTunedValues, AreAdaptedToTheGivenForm) {
  TEXELSORT_NEED_GL();
  // Earlier versions rejected this command line, because they used tuned values of the serial form for the cooperative
  // form.
  const Outcome outcome = run_program({"sort", "-n", "20000", "-a", "radix/srts@compute", "-p", "form=cooperative"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

}  // namespace
}  // namespace texelsort::app
