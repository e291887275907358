#include <map>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

constexpr auto sorter_of_4 = "# pairs\n0:1,2:3\n# rest\n0:2,1:3;1:2\n";

class CliNetworkFile : public testing::Test {
 protected:
  std::string file(const std::string& contents, const std::string& name = "mine.txt") {
    write_file(folder_ / name, contents);
    return folder_ / name;
  }
  TemporaryFolder folder_;
};

TEST_F(CliNetworkFile, IsPrintedAsTextAndJsonThatCanBeReadBack) {
  const std::string path = file(sorter_of_4);
  EXPECT_EQ(run_program({"network", "print", path}).out, sorter_of_4);
  const std::string as_json = file(run_program({"network", "print", path, "--json"}).out, "mine.json");
  EXPECT_EQ(run_program({"network", "print", as_json}).out, sorter_of_4);
  EXPECT_EQ(json::parse(read_file(as_json)).at("n"), 4);
}

TEST_F(CliNetworkFile, IsVerifiedAndItsSmallestFailingInputIsReported) {
  EXPECT_EQ(run_program({"network", "verify", file(sorter_of_4)}).exit_code, 0);
  const std::string broken = file("0:1,2:3;0:2,1:3", "broken.txt");
  // Inputs are numbers, with position 0 as the lowest bit. The smallest input with an unsorted output has ones at
  // positions 0 and 2.
  expect_one_line_error(run_program({"network", "verify", broken}), 1, {"broken.txt", "smallest", "1 0 1 0"});
  const Outcome outcome = run_program({"network", "verify", broken, "--json"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(json::parse(outcome.out).at("counterexample"), json({1, 0, 1, 0}));
}

TEST_F(CliNetworkFile, IsVerifiedWithAllInputsWhenItHas25Wires) {
  // Removes comparator 0:15. So few of the 2^25 inputs then stay unsorted that 16,384 random inputs would miss all of
  // them.
  const std::string whole = run_program({"network", "print", "bitonic", "-n", "25"}).out;
  const std::size_t at = whole.find("0:15,");
  ASSERT_NE(at, std::string::npos);
  std::string broken = whole;
  broken.erase(at, 5);
  expect_one_line_error(run_program({"network", "verify", file(broken, "broken.txt")}), 1,
                        {"broken.txt on 25 places does not sort; smallest failing 0-1 input, place 0 first: "});
  EXPECT_EQ(run_program({"network", "verify", file(whole)}).out,
            "mine.txt on 25 places sorts all 33554432 0-1 inputs, and therefore every input\n");
}

TEST(CliNetwork, VerifiesNetworksOfUpTo32WiresWithAllInputs) {
  const json proved = json_of({"network", "verify", "pairwise", "-n", "32", "--json"});
  EXPECT_EQ(proved.at("method"), "exhaustive");
  EXPECT_EQ(proved.at("inputs"), std::uint64_t{1} << 32);
  EXPECT_EQ(proved.at("sorts"), true);
  const json sampled = json_of({"network", "verify", "pairwise", "-n", "33", "--json"});
  EXPECT_EQ(sampled.at("method"), "random");
  EXPECT_EQ(sampled.at("inputs"), 256 * 64);
  EXPECT_TRUE(contains(run_program({"network", "verify", "pairwise", "-n", "33"}).out,
                       "sorts 16384 random 0-1 inputs. This is no proof"));
}

TEST_F(CliNetworkFile, IsRejectedWhenItHasNoComparators) {
  for (const char* name : {"empty.txt", "empty.json"}) {
    const std::string path = file(name == std::string("empty.txt") ? "" : R"({"n": 8, "steps": []})", name);
    for (const char* action : {"verify", "print", "draw", "analyse", "compare"}) {
      expect_one_line_error(run_program({"network", action, path}), 2, {path + ": the network has no comparators"});
    }
    expect_one_line_error(run_program({"sort", "-a", path + "/reference@cpu", "--input-values", "2,1"}), 2,
                          {path + ": the network has no comparators"});
  }
}

TEST_F(CliNetworkFile, IsWrittenInEveryNotationAndReadBack) {
  const std::string path = file(sorter_of_4);
  for (const char* notation : {"text", "json", "list", "flat", "sorterhunter"}) {
    const std::string written = file(run_program({"network", "print", path, "--as", notation}).out, notation);
    EXPECT_TRUE(contains(run_program({"network", "print", written}).out, "0:1,2:3")) << notation;
    EXPECT_EQ(run_program({"network", "verify", written}).out,
              notation + std::string(" on 4 places sorts all 16 0-1 inputs, and therefore every input\n"));
  }
  expect_one_line_error(run_program({"network", "print", path, "--as", "xml"}), 2, {"--as xml", "sorterhunter"});
  expect_one_line_error(run_program({"network", "print", path, "--as", "list", "--json"}), 2, {"--as", "--json"});
}

TEST_F(CliNetworkFile, IsVerifiedNetworkByNetworkWhenItContainsSeveral) {
  const std::string path =
      file("Sorting network for 3 inputs:\n[(0,2)]\n[(0,1)]\n[(1,2)]\n\nA broken one:\n(0,1),(1,2)\n", "list.txt");
  const Outcome outcome = run_program({"network", "verify", path});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out,
                       "list.txt#1 on 3 places sorts all 8 0-1 inputs, and therefore every input (Sorting network "
                       "for 3 inputs, size 3, depth 3)\n"));
  EXPECT_TRUE(contains(outcome.out,
                       "list.txt#2 on 3 places does not sort; smallest failing 0-1 input, place 0 first: "
                       "1 1 0 (A broken one, size 2, depth 2)\n"))
      << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "1 of 2 networks do not sort"));
  EXPECT_EQ(run_program({"network", "verify", path + "#1"}).exit_code, 0);
  expect_one_line_error(run_program({"network", "draw", path}), 2, {path, "has 2 networks", "#1"});
  expect_one_line_error(run_program({"network", "draw", path + "#3"}), 2, {"network 3 does not exist"});
}

TEST(CliNetwork, ReportsWhichKeyABrokenNetworkLeavesUnsorted) {
  const Outcome traced =
      run_program({"sort", "-a", "0:1,2:3;0:2,1:3/reference@cpu", "--input-values", "1,0,1,0", "--trace"});
  EXPECT_EQ(traced.exit_code, 1);
  EXPECT_TRUE(contains(
      traced.out, "5 of 6 pairs of places are in order: 0 \u2264 1 \u2264 3, 0 \u2264 2 \u2264 3; 4 of all 16 inputs"));
  EXPECT_TRUE(contains(traced.out, "not sorted: key 2 is 0, but key 1 is 1"));
  EXPECT_FALSE(contains(traced.out, "all keys are sorted"));
  const Outcome whole =
      run_program({"sort", "-a", "0:1,2:3;0:2,1:3;1:2/reference@cpu", "--input-values", "1,0,1,0", "--trace"});
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_TRUE(contains(whole.out, "all keys are sorted"));
}

TEST_F(CliNetworkFile, IsWidenedButNotCutToTheRequestedSize) {
  const std::string path = file(sorter_of_4);
  EXPECT_EQ(json_of({"network", "analyse", path, "-n", "6", "--json"}).at("n"), 6);
  EXPECT_EQ(run_program({"network", "verify", path, "-n", "6"}).exit_code, 1) << "two places are never compared";
  expect_one_line_error(run_program({"network", "print", path, "-n", "3"}), 2, {"4 places", "-n"});
}

TEST_F(CliNetworkFile, IsRejectedWithTheLineAndTheColumnOfAnError) {
  const std::string path = file("0:1,2:3\n0:2,2:3\n");
  expect_one_line_error(run_program({"network", "print", path}), 2, {path + ":2:5: ", "place 2", "twice"});
  const std::string bad_json = file("{\"steps\": [\n[[0, -1]]]}", "bad.json");
  expect_one_line_error(run_program({"network", "draw", bad_json}), 2, {bad_json + ":2:6: ", "'-1'"});
}

TEST_F(CliNetworkFile, IsDrawnAndComparedWithOtherNetworks) {
  const std::string path = file("0:1,3:2;0:2,1:3;1:2");
  EXPECT_TRUE(contains(run_program({"network", "draw", path}).out, "▲"));
  EXPECT_TRUE(contains(run_program({"network", "draw", path, "--svg"}).out, "mine.txt on 4 places"));
  const json table = json_of({"network", "compare", path, "--json"}).at("networks");
  EXPECT_EQ(table[0].at("network"), "mine.txt");
  EXPECT_EQ(table[0].at("size"), 5);
  EXPECT_EQ(table[0].at("best_known_size"), 5);
  EXPECT_EQ(table[1].at("n"), 4);
  EXPECT_GT(table.size(), 7u);
}

TEST(CliNetwork, ComparesAllFamiliesWithTheBestKnownNetwork) {
  std::map<std::string, json> rows;
  const json sixteen = json_of({"network", "compare", "-n", "16", "--json"}).at("networks");
  for (const json& row : sixteen) rows[row.at("network")] = row;
  ASSERT_EQ(rows.size(), 7u);
  for (const auto& [id, row] : rows) {
    EXPECT_EQ(row.at("best_known_size"), 60) << id;
    EXPECT_EQ(row.at("best_known_depth"), 9) << id;
  }
  EXPECT_EQ(rows["best-known"].at("size"), 60);
  EXPECT_EQ(rows["bitonic"].at("size"), 80);
  EXPECT_EQ(rows["odd-even-merge"].at("size"), 63);
  EXPECT_EQ(rows["pairwise"].at("depth"), 10);
  EXPECT_EQ(rows["periodic-balanced"].at("steps"), 16);
  EXPECT_EQ(rows["odd-even-transposition"].at("size"), 120);
  const std::string text = run_program({"network", "compare", "pairwise", "-n", "100"}).out;
  EXPECT_LT(text.find("pairwise"), text.find("bitonic")) << "the one that is named comes first";
  const json seventeen = json_of({"network", "compare", "-n", "17", "--json"}).at("networks");
  for (const json& row : seventeen) {
    EXPECT_TRUE(row.at("best_known_size").is_null());
    EXPECT_EQ(row.at("size").is_null(), row.at("network") == "best-known");
  }
}

TEST(CliNetwork, PrintsTheBestKnownSizeNextToItsAnalysis) {
  const json network = json_of({"network", "analyse", "bitonic", "-n", "8", "--json"});
  EXPECT_EQ(network.at("size"), 24);
  EXPECT_EQ(network.at("best_known_size"), 19);
  EXPECT_EQ(network.at("best_known_depth"), 6);
  EXPECT_TRUE(contains(run_program({"network", "analyse", "-n", "8"}).out, "best known 19"));
  EXPECT_TRUE(json_of({"network", "analyse", "-n", "2^10", "--json"}).at("best_known_size").is_null());
}

TEST(CliNetwork, ListsEveryNetworkFamily) {
  EXPECT_EQ(json_of({"list", "networks", "--json"}).at("networks").size(), 7u);
}

TEST(CliNetwork, RejectsInvalidArguments) {
  expect_one_line_error(run_program({"network", "draw", "pairwize"}), 2, {"'pairwise'", "no file"});
  expect_one_line_error(run_program({"network", "print", "best-known", "-n", "17"}), 2, {"up to 16", "17"});
  expect_one_line_error(run_program({"network", "print", "odd-even-transposition", "-n", "2^16"}), 2, {"comparators"});
  expect_one_line_error(run_program({"network", "compare", "-n", "2^20"}), 2, {"8192"});
  expect_one_line_error(run_program({"network", "print", "-n", "few"}), 2, {"few"});
}

}  // namespace
}  // namespace texelsort::app
