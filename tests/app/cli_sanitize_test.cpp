// Tests `check --sanitize` and `--device cpu-shaders` as a user calls them.
#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/changed_shader.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

/// Short check of the shader that sorts tiles in shared memory.
const std::vector<std::string> tile_check{
    "check",   "-q",  "-a", "bitonic/compute", "-t", "u32",      "-n", "500",   "--payload", "none", "-d", "uniform",
    "--order", "asc", "-p", "steps=512",       "-p", "tile=128", "-p", "keys=4"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class CliSanitizer : public ::testing::Test {
 protected:
  /// A folder with the shader of tiles without its last barrier.
  void SetUp() override { tests::write_changed_shader(folder_, "primitives/tile.comp", barrier_, "  }\n\n"); }

  static constexpr const char* barrier_ = "  }\n  barrier();\n";
  const tests::TemporaryFolder folder_;
};

TEST_F(CliSanitizer, PassesTheProgramsOwnShaders) {
  const auto run = run_program(with(tile_check, {"--sanitize"}));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "bitonic/compute"));
}

TEST_F(CliSanitizer, ReportsARaceWithBothPlacesInEveryReport) {
  const auto words = with(tile_check, {"--sanitize", "--shader-dir", folder_.path()});
  const auto lines = run_program(with(words, {"--github"}));
  EXPECT_EQ(lines.exit_code, 1) << lines.out << lines.err;
  EXPECT_TRUE(contains(lines.out, "race: invocation ")) << lines.out;
  EXPECT_TRUE(contains(lines.out, "primitives/tile.comp:")) << lines.out;
  EXPECT_TRUE(contains(lines.out, "::error file=")) << lines.out;
  const json report = json::parse(run_program(with(words, {"--json"})).out);
  const json& findings = report.at("results").at(0).at("cases").at(0).at("findings");
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.at(0).at("rule"), "race");
  EXPECT_TRUE(contains(findings.at(0).at("place").get<std::string>(), ":"));
  EXPECT_TRUE(contains(findings.at(0).at("other_place").get<std::string>(), ":"));
}

TEST_F(CliSanitizer, OnlyReportsTheChosenChecks) {
  const auto words = with(tile_check, {"--shader-dir", folder_.path()});
  EXPECT_FALSE(contains(run_program(with(words, {"--sanitize=bounds,progress"})).out, "race: "));
  EXPECT_TRUE(contains(run_program(with(words, {"--sanitize=races"})).out, "race: "));
}

TEST_F(CliSanitizer, RefusesUnknownChecksAndAlgorithmsWithoutComputeShaders) {
  const auto unknown = run_program(with(tile_check, {"--sanitize=leaks"}));
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.err, "choose from races, bounds, progress, subgroups")) << unknown.err;
  const auto fragments = run_program({"check", "-a", "bitonic/single-quad", "--sanitize"});
  EXPECT_EQ(fragments.exit_code, 2);
  EXPECT_TRUE(contains(fragments.err, "runs compute shaders")) << fragments.err;
}

TEST_F(CliSanitizer, SortsOnTheCpuAndEndsAtTheFirstFinding) {
  const std::vector<std::string> sort{"sort",     "-q",         "--input-values", "5,3,9,1", "-a", "bitonic/compute",
                                      "--device", "cpu-shaders"};
  const auto good = run_program(sort);
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_EQ(good.out, "1\n3\n5\n9\n");
  const auto bad = run_program({"sort", "-q", "-n", "500", "-a", "bitonic/compute", "-p", "steps=512", "-p", "tile=128",
                                "-p", "keys=4", "--device", "cpu-shaders", "--shader-dir", folder_.path()});
  EXPECT_EQ(bad.exit_code, 4);
  EXPECT_TRUE(contains(bad.err, "race: invocation ")) << bad.err;
}

}  // namespace
}  // namespace texelsort::app
