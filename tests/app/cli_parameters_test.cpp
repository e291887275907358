// Tests that parameters (-p NAME=VALUE) are used or rejected, but never ignored.
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

void expect_unused(std::vector<std::string> words, const std::string& parameter, const std::string& condition) {
  expect_one_line_error(run_program(words), 2, {"parameter " + parameter + " has no effect: it needs " + condition});
}

TEST(CliParameters, AreRejectedWhenAMergeDoesNotUseThem) {
  expect_unused({"merge", "-n", "100", "--sequences", "3", "-a", "merge/multiway@cpu", "-p", "seed=4"}, "seed = 4",
                "selection = quick, but selection is osipov");
  expect_unused({"merge", "-n", "100", "-a", "merge/multiway@cpu", "-p", "merger=bitonic", "-p", "network=ranking"},
                "network = ranking", "merger other than bitonic, but merger is bitonic");
  EXPECT_EQ(run_program({"merge", "-n", "100", "--sequences", "3", "-a", "merge/multiway@cpu", "-p", "seed=4", "-p",
                         "selection=quick"})
                .exit_code,
            0);
}

TEST(CliParameters, AreRejectedWhenAShaderDoesNotUseThem) {
  TEXELSORT_NEED_GL();
  expect_unused({"sort", "-n", "5000", "-a", "radix/srts@compute", "-p", "form=serial", "-p", "ranking=counters"},
                "ranking = counters", "form = cooperative, but form is serial");
  expect_unused({"sort", "-n", "5000", "-a", "sample/deterministic@compute", "-p", "ways=4", "-p", "sort=bitonic"},
                "ways = 4", "sort = merge, but sort is bitonic");
  expect_unused({"sort", "-n", "100", "-a", "bitonic/single-quad", "-p", "tile=16"}, "tile = 16",
                "mapping = tiled, but mapping is row-major");
}

TEST(CliParameters, AreRejectedWhenKeysHaveFewerDigits) {
  TEXELSORT_NEED_GL();
  std::vector<std::string> words{"sort", "-n", "100", "-a", "radix/prefix@cuda", "-p", "prefix=5", "-p", "digit=8"};
  expect_one_line_error(run_program(words), 2, {"prefix = 5, but u32 keys have only 4 digits of 8 bits"});
  words.insert(words.end(), {"-t", "u64"});
  EXPECT_EQ(run_program(words).exit_code, 0);
}

/// Values of parameters that move records are those for records, and all other values are those for keys alone: up to
/// 2^20 keys of 4 bytes without payload are merged, and up to 2^19 others.
TEST(CliParameters, AreListedWithTheirValuesForKeysWithoutPayload) {
  TEXELSORT_NEED_GL();
  const auto form = [](const std::string& n, const std::string& type) {
    const Outcome outcome = run_program({"list", "parameters", "sample/ordered@cuda", "-n", n, "-t", type, "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const json document = json::parse(outcome.out);
    for (const json& parameter : document["parameters"]) {
      if (parameter["name"] == "form") return parameter["here"].get<std::string>();
    }
    return std::string();
  };
  EXPECT_EQ(form("2^20", "u32"), "merged");
  EXPECT_EQ(form("1048577", "u32"), "distributed");
  EXPECT_EQ(form("2^20", "u64"), "distributed");
}

TEST(CliParameters, AreRejectedWhenNoBenchmarkedAlgorithmUsesThem) {
  const std::vector<std::string> bench{"bench",     "-a", "merge/multiway@cpu", "-n",  "200", "--sequences", "2",
                                       "--samples", "1",  "--format",           "json"};
  auto words = bench;
  words.insert(words.end(), {"-p", "seed=3"});
  expect_unused(words, "seed = 3", "selection = quick");
  words.insert(words.end(), {"-p", "selection=quick"});
  EXPECT_EQ(run_program(words).exit_code, 0);
  expect_one_line_error(run_program({"bench", "-a", "std/sort@cpu", "-n", "10", "-p", "seed=3"}), 2,
                        {"none of these algorithms has a parameter 'seed'"});
}

TEST(CliParameters, AreRejectedWhenNoCheckUsesThem) {
  expect_unused({"check", "-a", "merge/multiway@cpu", "-n", "10", "-d", "uniform", "-p", "seed=3"}, "seed = 3",
                "selection = quick");
  // The parameter is accepted, because some cases of the check have records to rearrange.
  const Outcome outcome =
      run_program({"check", "-a", "std/sort@cpu", "-n", "10", "-t", "u32", "-p", "rearrange=cycle"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST(CliParameters, AreOmittedFromThePrintedCommandWhenUnused) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program(
      {"sort", "-n", "3000", "-a", "radix/srts@compute", "-p", "form=serial", "--timing", "--samples", "1", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json timing = json::parse(outcome.out);
  EXPECT_FALSE(timing.at("parameters").contains("ranking"));
  EXPECT_FALSE(timing.at("parameters").contains("tile"));
  EXPECT_EQ(timing.at("parameters").at("form"), "serial");
  EXPECT_FALSE(contains(timing.at("command").get<std::string>(), "ranking"));
}

TEST(CliList, ShowsWhenAParameterIsUsedAndWhenASortIsStable) {
  const Outcome text = run_program({"list", "parameters", "radix/srts@compute"});
  EXPECT_TRUE(contains(text.out, "Only with form = cooperative.")) << text.out;
  const Outcome outcome = run_program({"list", "algorithms", "--json"});
  const json algorithms = json::parse(outcome.out).at("algorithms");
  for (const json& algorithm : algorithms) {
    const std::string id = algorithm.at("id");
    if (id == "sample/randomized@cuda") {
      EXPECT_EQ(algorithm.at("stable"), false);
    }
    // With default parameters, the multiway merge on CUDA merges along paths, which is stable.
    if (id.starts_with("merge/multiway") || id == "radix/onesweep@cuda") {
      EXPECT_EQ(algorithm.at("stable"), true) << id;
      EXPECT_TRUE(algorithm.at("stable_with").empty());
    }
  }
}

/// "Tuned" names values that a search on this machine has saved. Defaults are no such values.
TEST(CliList, CallsOnlySavedValuesTuned) {
  const json algorithms = json::parse(run_program({"list", "algorithms", "--json"}).out).at("algorithms");
  std::size_t helps = 0;
  for (const json& algorithm : algorithms) {
    EXPECT_FALSE(contains(algorithm.dump(), "uned")) << algorithm.at("id");
    for (const json& parameter : algorithm.at("parameters"))
      helps += contains(parameter.at("help").get<std::string>(), "Default: ");
  }
  EXPECT_GT(helps, 20u) << "the defaults that depend on the problem are described";
}

/// The last keys of the input do not fill a vector of four keys, and outnumber the shader's invocations.
TEST(CliSelect, FindsTheMaximumWithTwoShaderInvocations) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program(
      {"select", "-n", "731", "--max", "-a", "select/histogram@compute", "-p", "workgroup=1", "-p", "workgroups=2"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const Outcome reference = run_program({"select", "-n", "731", "--max", "-a", "std/nth-element@cpu"});
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find('\n')), reference.out.substr(0, reference.out.find('\n')));
}

}  // namespace
}  // namespace texelsort::app
