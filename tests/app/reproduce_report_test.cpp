#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "app/export/reproduction_report.h"
#include "tests/app/reproduced.h"

namespace texelsort::app {
namespace {

TEST_F(ReproduceCommand, WritesItsReportInEveryFormat) {
  ASSERT_EQ(run_program({"reproduce", file_, "--quick", "--samples", "6", "--results", results_}).exit_code, 0);
  const auto written = [&](const std::string& name) {
    const std::string path = folder_ / name;
    const Outcome outcome = run_program({"reproduce", file_, "--from", results_, "-o", path});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(path);
  };
  EXPECT_NE(written("a.md").find("faster \\| than single"), std::string::npos) << "a cell keeps its bar";
  EXPECT_NE(written("a.html").find("There are fewer passes."), std::string::npos);
  EXPECT_TRUE(written("a.png").starts_with("\x89PNG"));
  EXPECT_NE(written("a.svg").find("<svg"), std::string::npos);
  const auto json = nlohmann::json::parse(written("a.json"));
  const auto& claims = json.at("experiments").at(0).at("claims");
  // The verdict is not compared, because it depends on other load on this machine.
  EXPECT_NE(claims.at(0).at("machines").at(0).at("verdict"), "not measured");
  EXPECT_EQ(claims.at(0).at("paper_low"), 2.0);
  EXPECT_EQ(claims.at(1).at("machines").at(0).at("verdict"), "not measured");
  // The command next to a claim measures the two rows of this claim.
  const std::string command = claims.at(0).at("machines").at(0).at("command");
  EXPECT_EQ(command, "texelsort reproduce " + file_ + " --claim 1 --quick --seed 1 --samples 6");
  EXPECT_TRUE(claims.at(1).at("machines").at(0).at("command").is_null()) << "nothing was measured";
}

TEST(PapersPage, BeginsWithOneScreenOfTwoOrThreeResultsPerPaper) {
  std::istringstream lines(read_file(std::string(TEXELSORT_SOURCE_DIR) + "/docs/papers.md"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line) && !line.starts_with("All papers on other"); ++count) {
    ASSERT_FALSE(line.starts_with("## ")) << "the screen is missing";
    EXPECT_LE(line.size(), 110u) << line;
  }
  EXPECT_LE(count, 45u);
  std::map<std::string, std::size_t> central;
  for (const Experiment& experiment : experiments()) {
    for (const Claim& claim : experiment.claims) central[experiment.source] += claim.central;
  }
  EXPECT_EQ(central.size(), 5u) << "five papers";
  for (const auto& [source, results] : central) {
    EXPECT_GE(results, 2u) << source;
    EXPECT_LE(results, 3u) << source;
  }
}

TEST_F(ReproduceCommand, BeginsItsPageWithCountsAndMainResults) {
  std::string text = read_file(file_);
  text.replace(text.find("source = \"A paper.\""), 19, "source = \"A. One, B. Two, C. Three, Sorts, 2010.\"");
  text.insert(text.find("[claim.why]"), "central = true\n");
  write_file(file_, text);
  ASSERT_EQ(run_program({"reproduce", file_, "--quick", "--samples", "6", "--results", results_}).exit_code, 0);
  const std::string path = folder_ / "page.md";
  ASSERT_EQ(run_program({"reproduce", file_, "--from", results_, "-o", path}).exit_code, 0);
  const std::string page = read_file(path), screen = page.substr(0, page.find("\n## "));
  EXPECT_NE(screen.find("\n| A. One and others | "), std::string::npos) << screen;
  EXPECT_NE(screen.find("\n- **A. One and others**: Sorts\n  - **"), std::string::npos) << screen;
  EXPECT_NE(screen.find("Fused passes are faster | than single ones."), std::string::npos) << screen;
  EXPECT_EQ(screen.find("Radix sort is faster"), std::string::npos) << "not a main result";
  EXPECT_NE(page.find("\n## Verdicts\n"), std::string::npos);
}

/// Returns results of one machine for the experiment of experiment_with().
ReproducedExperiment measured_on(const std::string& machine, const std::string& file) {
  Experiment experiment = experiment_with(fused_first + "central = true\n");
  experiment.file = file;
  SweepResults results{.header = {}, .rows = {timed("bitonic/fused", 64, 2), timed("bitonic/blend", 64, 1)}};
  results.header.renderer = machine;
  results.header.date = "2026-01-01T00:00:00Z";
  results.header.command = "texelsort reproduce " + file + " --seed 1";
  ReproducedExperiment one{.experiment = experiment, .machines = {}};
  std::vector<SweepResults> runs;
  runs.push_back(std::move(results));
  one.machines.push_back(judged(experiment, std::move(runs)));
  return one;
}

TEST(PapersPage, SaysHowManyClaimsEachTableHas) {
  std::vector<ReproducedExperiment> both;
  both.push_back(measured_on("GPU A", "a.toml"));
  both.push_back(measured_on("GPU B", "b.toml"));
  const std::string page = reproduction_markdown(both), screen = page.substr(0, page.find("\n## "));
  EXPECT_NE(screen.find("| S (1 of 2) | 1 |"), std::string::npos) << screen;
  EXPECT_NE(screen.find("The experiments of 1 of 2 claims ran here"), std::string::npos) << screen;
  EXPECT_NE(screen.find("Reversed does not mean wrong"), std::string::npos) << screen;
  both.pop_back();
  const std::string whole = reproduction_markdown(both);
  EXPECT_NE(whole.find("| S | 1 |"), std::string::npos) << whole;
  EXPECT_NE(whole.find("The experiments of 1 of 1 claim ran here"), std::string::npos) << whole;
}

TEST_F(ReproduceCommand, ListsTheClaimsOfANamedExperiment) {
  const Outcome outcome = run_program({"reproduce", "--list", file_});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part :
       {"1. Fused passes are faster | than single ones (figure 1)", "paper          2 times; accepted: 1.818 to 2.2",
        "compares       bitonic/fused with bitonic/single-quad", "2. Radix sort is faster (figure 2)",
        "sizes: 2^10 with --quick; 2^10 on software renderers; 2^10 on GPUs"})
    EXPECT_TRUE(contains(outcome.out, part)) << part << " is not in\n" << outcome.out;
  // The list and the report show the same claims.
  const auto list = nlohmann::json::parse(run_program({"reproduce", "--list", file_, "--json"}).out);
  auto report = nlohmann::json::parse(run_program({"reproduce", file_, "--quick", "--samples", "1", "--json"}).out);
  auto claims = report.at("experiments").at(0).at("claims");
  for (auto& claim : claims) claim.erase("machines");
  EXPECT_EQ(list.at("experiments").at(0).at("claim_list"), claims);
  const auto all = nlohmann::json::parse(run_program({"reproduce", "--list", "--json"}).out);
  EXPECT_FALSE(all.at("experiments").at(0).contains("claim_list"));
}

/// Replaces numbers and the verdict, which depend on the machine.
std::string without_times(const std::string& text) {
  static const std::regex number("[0-9]+([.][0-9]+)?"), verdict("(holds|reversed|undecided) +");
  return std::regex_replace(std::regex_replace(text, number, "N"), verdict, "V ");
}

TEST(ReproducingPage, ShowsTheOutputOfItsCommand) {
  TEXELSORT_NEED_GL();
  const std::string page = read_file(std::string(TEXELSORT_SOURCE_DIR) + "/docs/reproducing.md");
  const std::size_t begin = page.find("```text\n") + 8, end = page.find("```", begin);
  ASSERT_LT(begin, end);
  const std::string sample = page.substr(begin, end - begin);
  std::smatch command;
  static const std::regex line("\n    texelsort (reproduce [^\n]*--claim [0-9]+)\n");
  ASSERT_TRUE(std::regex_search(page, command, line)) << "the page has no command";
  std::istringstream words(command[1].str() + " --samples 6");
  const Outcome outcome = run_program({std::istream_iterator<std::string>(words), {}});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::string printed = outcome.out;
  if (const std::string name = gpu::test_device().info().renderer; name.find("llvmpipe") == std::string::npos)
    GTEST_SKIP() << "the page shows llvmpipe, and this is " << name;
  EXPECT_NE(without_times(printed).find(without_times(sample)), std::string::npos)
      << without_times(sample) << "\nis not in\n"
      << without_times(printed);
}

}  // namespace
}  // namespace texelsort::app
