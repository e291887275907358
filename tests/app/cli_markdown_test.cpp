#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "tests/app/cli_support.h"
#include "tests/app/own_algorithms.h"

namespace texelsort::app {
namespace {

std::string markdown_of(std::vector<std::string> words) {
  words.insert(words.begin(), "list");
  words.insert(words.end(), {"--format", "markdown"});
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

/// Checks that all lines of a Markdown table have the same number of bars. No cell contains a bar.
void expect_tables(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::ptrdiff_t bars = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) {
      bars = 0;
      continue;
    }
    const auto found = std::count(line.begin(), line.end(), '|');
    if (bars != 0) {
      EXPECT_EQ(found, bars) << line;
    }
    bars = found;
  }
}

TEST(CliMarkdown, ListsNetworkAlgorithmsInOneRowPerMethod) {
  const std::string table = markdown_of({"algorithms"});
  expect_tables(table);
  for (const auto& algorithm : algorithms::registry()) {
    const std::string& id = algorithm->info().id;
    if (id.ends_with('/')) continue;  // a user's sort of another test
    const std::string shown =
        algorithm->network() == nullptr ? id : "NETWORK/" + algorithm->info().id.substr(id.rfind('/') + 1);
    EXPECT_TRUE(contains(table, "| `" + shown + "` |")) << id;
  }
}

TEST(CliMarkdown, ListsEveryAlgorithmFamilyOnce) {
  const std::string table = markdown_of({"families"});
  expect_tables(table);
  for (const algorithms::Algorithm* algorithm : own_algorithms()) {
    const std::string quoted = "`" + algorithm->info().family + "`";
    const std::size_t first = table.find(quoted);
    ASSERT_NE(first, std::string::npos) << quoted;
    EXPECT_EQ(table.find(quoted, first + 1), std::string::npos) << quoted;
  }
  EXPECT_TRUE(contains(table, "`bitonic`, `bitonic-alternating`, ")) << table;
}

TEST(CliMarkdown, ListsEveryParameterOfEveryAlgorithm) {
  const std::string text = markdown_of({"parameters"});
  expect_tables(text);
  for (const auto& algorithm : algorithms::registry()) {
    if (algorithm->info().id.ends_with('/')) continue;  // a user's sort of another test
    for (const algorithms::ParameterSpec& spec : parameters_for(*algorithm, data::PayloadKind::record)) {
      EXPECT_TRUE(contains(text, "| `" + spec.name + "` | " + spec.default_value + " |"))
          << algorithm->info().id << " " << spec.name;
    }
  }
  const std::string one = markdown_of({"parameters", "bitonic/compute"});
  EXPECT_TRUE(contains(one, "| `workgroup` | ")) << one;
  EXPECT_FALSE(contains(one, "##")) << one;
}

TEST(CliMarkdown, PrintsNetworksMethodsDistributionsAndComparisons) {
  for (const char* list : {"networks", "methods", "distributions", "comparisons"}) expect_tables(markdown_of({list}));
}

TEST(CliMarkdown, RejectsListsWithoutAMarkdownForm) {
  expect_one_line_error(run_program({"list", "devices", "--format", "markdown"}), 2, {"Markdown"});
  expect_one_line_error(run_program({"list", "--format", "html"}), 2, {"html"});
  expect_one_line_error(run_program({"list", "--json", "--format", "markdown"}), 2, {"--format"});
}

}  // namespace
}  // namespace texelsort::app
